#include "net.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#if defined(__GNUC__)
#define NOUGHTS_INLINE [[gnu::always_inline]] inline
#else
#define NOUGHTS_INLINE inline
#endif
#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#define NOUGHTS_AVX2 [[gnu::target("avx2")]]
#endif
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace noughts {

namespace {

// How the weights were made whole; training/net.py has the same.
constexpr int lost_of_pools = 3, lost_of_hidden = 9, lost_of_value = 6;
constexpr int lost_of_counts = 6, lost_of_promise = 10;
// Limits that keep all sums within 32 bits, and the changes that a stone makes within 16.
constexpr int most_in_row = 255, most_pooled = 4'095, most_weight = 4'095;
constexpr int most_in_counts = 8'191, most_count = 16'383;
constexpr int most_bias = 1 << 28, most_hidden = 2'047, most_out = 8'191, most_out_bias = 1 << 20;

class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    template <typename Number>
    Number next() {
        if (bytes_.size() < sizeof(Number)) throw std::invalid_argument("weights are cut short");
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[i])) << 8 * i;
        bytes_.remove_prefix(sizeof(Number));
        return static_cast<Number>(number);
    }

    template <typename Number>
    void read(Number& number, int most) {
        number = next<Number>();
        if (number < -most || number > most) throw std::invalid_argument("a weight is too large");
    }

    template <typename Numbers>
    void fill(Numbers& numbers, int most) {
        for (auto& number : numbers) read(number, most);
    }

    // Output by output.
    template <std::size_t inputs, std::size_t outputs>
    void fill(Net::Layer<inputs, outputs>& layer, int most_weight, int most_bias) {
        for (std::size_t output = 0; output < outputs; ++output)
            for (std::size_t i = 0; i < inputs; ++i)
                read(layer.weights[i / 2][output][i % 2], most_weight);
        fill(layer.bias, most_bias);
    }

    bool at_end() const { return bytes_.empty(); }

private:
    std::string_view bytes_;
};

// Along a line, all that is beyond something out of sight is out of sight, too.
bool is_possible(Line line) {
    const auto out_of_sight = [&](int place) { return (line >> 2 * place & 3) == 3; };
    for (int place = 0; place + 1 < Net::reach; ++place) {
        const int other = 2 * Net::reach - 1 - place;
        if (out_of_sight(place + 1) && !out_of_sight(place)) return false;
        if (out_of_sight(other - 1) && !out_of_sight(other)) return false;
    }
    return true;
}

bool has_stones(Line line) {
    for (; line != 0; line >>= 2)
        if ((line & 3) == 1 || (line & 3) == 2) return true;
    return false;
}

Line reversed(Line line) {
    Line found = 0;
    for (int place = 0; place < 2 * Net::reach; ++place, line >>= 2)
        found = found << 2 | (line & 3);
    return found;
}

// As the other side sees it.
Line swapped(Line line) {
    Line found = 0;
    for (int place = 0; place < 2 * Net::reach; ++place) {
        const Line digit = line >> 2 * place & 3;
        found |= (digit == 1 || digit == 2 ? 3 - digit : digit) << 2 * place;
    }
    return found;
}

}  // namespace

Net::Net(std::string_view bytes) {
    Reader reader(bytes);
    const std::size_t rows = number_rows();
    for (const std::size_t expected : {channels, judged, hidden, second, rows})
        if (reader.next<std::uint16_t>() != expected)
            throw std::invalid_argument("weights of another net");
    rows_.resize(1 + rows);
    for (std::size_t i = 1; i <= rows; ++i) reader.fill(rows_[i], most_in_row);
    reader.fill(to_hidden, most_weight, most_bias);
    reader.fill(to_second, most_weight, most_bias);
    reader.fill(out, most_out);
    reader.read(out_bias, most_out_bias);
    reader.fill(to_counts, most_in_counts, most_bias);
    if (!reader.at_end()) throw std::invalid_argument("weights are too long");
}

// Numbers the lines that have a row, and says how many there are.
std::size_t Net::number_rows() {
    row_of_.resize(std::size_t{1} << 4 * reach);
    std::vector<std::uint16_t> number(row_of_.size());
    std::uint16_t rows = 0;
    for (Line line = 0; line < row_of_.size(); ++line)
        if (is_possible(line) && has_stones(line))
            number[line] = reversed(line) < line ? number[reversed(line)] : ++rows;
    for (Line line = 0; line < row_of_.size(); ++line)
        row_of_[line] = {number[line], number[swapped(line)]};
    return rows;
}

// The loops over channels are compiled twice where that helps: for any machine, and for those with
// AVX2 or for browsers. All give the same numbers.

namespace {

NOUGHTS_INLINE std::int16_t cut(int number) {
    return static_cast<std::int16_t>(number > 0 ? number : 0);
}

// The first channels of features if one row takes the place of another, which adds to a pool.
NOUGHTS_INLINE void add_change(const Net::Row& features, const Net::Row& by, const Net::Row& old,
                               Net::Numbers<Net::judged>& change) {
    for (std::size_t c = 0; c < Net::judged; ++c) {
        const auto after = static_cast<std::int16_t>(features[c] + by[c] - old[c]);
        change[c] = static_cast<std::int16_t>(change[c] + cut(after) - cut(features[c]));
    }
}

// Faster than what compilers make of an assignment.
NOUGHTS_INLINE void copy(const Net::Row& from, Net::Row& to) {
    for (std::size_t c = 0; c < Net::channels; ++c) to[c] = from[c];
}

NOUGHTS_INLINE void replace(Net::Row& features, const Net::Row& by, const Net::Row& old) {
    for (std::size_t c = 0; c < Net::channels; ++c)
        features[c] = static_cast<std::int16_t>(features[c] + by[c] - old[c]);
}

// The sums of a layer, on any machine, with AVX2 and in browsers.
struct Anywhere {
    template <std::size_t inputs, std::size_t outputs>
    static std::array<std::int32_t, outputs> sums(const Net::Layer<inputs, outputs>& layer,
                                                  const Net::Numbers<inputs>& input) {
        std::array<std::int32_t, outputs> found = layer.bias;
        for (std::size_t i = 0; i < inputs / 2; ++i)
            for (std::size_t output = 0; output < outputs; ++output)
                found[output] += input[2 * i] * layer.weights[i][output][0] +
                                 input[2 * i + 1] * layer.weights[i][output][1];
        return found;
    }
};

#ifdef NOUGHTS_AVX2
struct Avx2 {
    template <std::size_t inputs, std::size_t outputs>
    NOUGHTS_AVX2 static std::array<std::int32_t, outputs> sums(
        const Net::Layer<inputs, outputs>& layer, const Net::Numbers<inputs>& input) {
        constexpr std::size_t at_once = 8, most = 8;  // as many numbers, and registers for them
        constexpr std::size_t block = std::min(outputs / at_once, most);
        static_assert(outputs % (block * at_once) == 0);
        alignas(32) std::array<std::int32_t, outputs> found;
        for (std::size_t begin = 0; begin < outputs; begin += block * at_once) {
            __m256i sums[block];
            for (std::size_t i = 0; i < block; ++i)
                sums[i] = _mm256_load_si256(at(&layer.bias[begin + i * at_once]));
            for (std::size_t i = 0; i < inputs / 2; ++i) {
                const auto two =
                    std::bit_cast<std::int32_t>(std::array{input[2 * i], input[2 * i + 1]});
                const __m256i both = _mm256_set1_epi32(two);
                for (std::size_t j = 0; j < block; ++j)
                    sums[j] = _mm256_add_epi32(
                        sums[j],
                        _mm256_madd_epi16(
                            both, _mm256_load_si256(at(&layer.weights[i][begin + j * at_once]))));
            }
            for (std::size_t i = 0; i < block; ++i)
                _mm256_store_si256(at(&found[begin + i * at_once]), sums[i]);
        }
        return found;
    }

    static const __m256i* at(const void* numbers) { return static_cast<const __m256i*>(numbers); }
    static __m256i* at(void* numbers) { return static_cast<__m256i*>(numbers); }
};
#endif

#ifdef __wasm_simd128__
struct Simd128 {
    template <std::size_t inputs, std::size_t outputs>
    static std::array<std::int32_t, outputs> sums(const Net::Layer<inputs, outputs>& layer,
                                                  const Net::Numbers<inputs>& input) {
        constexpr std::size_t at_once = 4, most = 8;
        constexpr std::size_t block = std::min(outputs / at_once, most);
        static_assert(outputs % (block * at_once) == 0);
        std::array<std::int32_t, outputs> found;
        for (std::size_t begin = 0; begin < outputs; begin += block * at_once) {
            v128_t sums[block];
            for (std::size_t i = 0; i < block; ++i)
                sums[i] = wasm_v128_load(&layer.bias[begin + i * at_once]);
            for (std::size_t i = 0; i < inputs / 2; ++i) {
                const v128_t both = wasm_v128_load32_splat(&input[2 * i]);
                for (std::size_t j = 0; j < block; ++j)
                    sums[j] = wasm_i32x4_add(
                        sums[j], wasm_i32x4_dot_i16x8(
                                     both, wasm_v128_load(&layer.weights[i][begin + j * at_once])));
            }
            for (std::size_t i = 0; i < block; ++i)
                wasm_v128_store(&found[begin + i * at_once], sums[i]);
        }
        return found;
    }
};
#endif

// Without its last bits. Cut off instead, many numbers together would be too low by far.
NOUGHTS_INLINE int rounded(int number, int bits) { return (number + (1 << bits >> 1)) >> bits; }

template <std::size_t count>
NOUGHTS_INLINE Net::Numbers<count> activations(const std::array<std::int32_t, count>& sums) {
    Net::Numbers<count> found;
    for (std::size_t i = 0; i < count; ++i)
        found[i] =
            static_cast<std::int16_t>(std::clamp(rounded(sums[i], lost_of_hidden), 0, most_hidden));
    return found;
}

}  // namespace

struct NetBoard::Arithmetic {
    void (*put)(NetBoard& board, int side, int cell);
    int (*value)(const NetBoard& board, int us);
    int (*value_after)(const NetBoard& board, int us, int cell);
    void (*counts)(const NetBoard& board, int us, Counts& found);
    int (*promise)(const NetBoard& board, const Counts& counts, int us, int cell);

    static const Arithmetic anywhere;
    static const Arithmetic& best();

    using Pools = std::array<Pool, 2>;
    using Judged = Net::Numbers<Net::judged>;
    using Hidden = Net::Numbers<Net::hidden>;

    // A stone takes its cell's features out of the pools.
    NOUGHTS_INLINE static std::array<Judged, 2> change_at(const NetBoard& board, int cell) {
        std::array<Judged, 2> change;
        for (const std::size_t view : {0, 1})
            for (std::size_t c = 0; c < Net::judged; ++c)
                change[view][c] =
                    static_cast<std::int16_t>(-cut(board.features_[index(cell)].side[view][c]));
        return change;
    }

    NOUGHTS_INLINE static void apply(Pools& pools, const std::array<Judged, 2>& change) {
        for (const std::size_t view : {0, 1})
            for (std::size_t c = 0; c < Net::judged; ++c) pools[view][c] += change[view][c];
    }

    NOUGHTS_INLINE static void put_in(NetBoard& board, int side, int cell) {
        board.marks_.push_back({cell, board.saved_.size(), board.pools_});
        board.taken_[index(cell)] = 1;
        std::array<Judged, 2> change = change_at(board, cell);
        for (const Sights::Near& near : board.sights_.around(cell)) {
            if (board.taken_[near.cell]) continue;
            Line& line = board.lines_[near.cell][near.direction];
            Features& features = board.features_[near.cell];
            Saved& saved = board.saved_.emplace_back(near.cell, near.direction, line);
            const Line before = line;
            line += stone_of(side) << near.shift;
            for (const int view : {0, 1}) {
                Row& row = features.side[index(view)];
                const Row &by = board.net_.row(view, line), &old = board.net_.row(view, before);
                copy(row, saved.features.side[index(view)]);
                add_change(row, by, old, change[index(view)]);
                replace(row, by, old);
            }
        }
        apply(board.pools_, change);
    }

    template <class Machine>
    NOUGHTS_INLINE static Hidden hidden_of(const Net& net, const Pool& ours, const Pool& theirs) {
        Net::Numbers<2 * Net::judged> pooled;
        for (std::size_t c = 0; c < Net::judged; ++c) {
            pooled[c] =
                static_cast<std::int16_t>(std::min(rounded(ours[c], lost_of_pools), most_pooled));
            pooled[Net::judged + c] =
                static_cast<std::int16_t>(std::min(rounded(theirs[c], lost_of_pools), most_pooled));
        }
        return activations(Machine::sums(net.to_hidden, pooled));
    }

    template <class Machine>
    NOUGHTS_INLINE static int judge(const Net& net, const Pools& pools, int us) {
        const Hidden hidden = hidden_of<Machine>(net, pools[index(us)], pools[index(1 - us)]);
        const auto second = activations(Machine::sums(net.to_second, hidden));
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < Net::second; ++i) sum += std::int32_t{second[i]} * net.out[i];
        return rounded(sum, lost_of_value) + net.out_bias;
    }

    template <class Machine>
    NOUGHTS_INLINE static int value_in(const NetBoard& board, int us) {
        return judge<Machine>(board.net_, board.pools_, us);
    }

    template <class Machine>
    NOUGHTS_INLINE static int value_after_in(const NetBoard& board, int us, int cell) {
        const int side = 1 - us;
        std::array<Judged, 2> change = change_at(board, cell);
        for (const Sights::Near& near : board.sights_.around(cell)) {
            if (board.taken_[near.cell]) continue;
            const Line before = board.lines_[near.cell][near.direction];
            const Line line = before + (stone_of(side) << near.shift);
            const Features& features = board.features_[near.cell];
            for (const int view : {0, 1})
                add_change(features.side[index(view)], board.net_.row(view, line),
                           board.net_.row(view, before), change[index(view)]);
        }
        Pools pools = board.pools_;
        apply(pools, change);
        return judge<Machine>(board.net_, pools, us);
    }

    template <class Machine>
    NOUGHTS_INLINE static void counts_in(const NetBoard& board, int us, Counts& found) {
        const auto sums = Machine::sums(
            board.net_.to_counts,
            hidden_of<Machine>(board.net_, board.pools_[index(us)], board.pools_[index(1 - us)]));
        for (std::size_t i = 0; i < sums.size(); ++i)
            found[i / Net::channels][i % Net::channels] = static_cast<std::int16_t>(
                std::clamp(rounded(sums[i], lost_of_counts), -most_count, most_count));
    }

    NOUGHTS_INLINE static int promise_in(const NetBoard& board, const Counts& counts, int us,
                                         int cell) {
        const Features& features = board.features_[index(cell)];
        const Row &ours = features.side[index(us)], &theirs = features.side[index(1 - us)];
        std::int32_t sum = 0;
        for (std::size_t c = 0; c < Net::channels; ++c)
            sum += std::int32_t{cut(ours[c])} * counts[0][c] +
                   std::int32_t{cut(theirs[c])} * counts[1][c];
        return rounded(sum, lost_of_promise);
    }

    static void put_anywhere(NetBoard& board, int side, int cell) { put_in(board, side, cell); }
    static int value_anywhere(const NetBoard& board, int us) {
        return value_in<Anywhere>(board, us);
    }
    static int value_after_anywhere(const NetBoard& board, int us, int cell) {
        return value_after_in<Anywhere>(board, us, cell);
    }
    static void counts_anywhere(const NetBoard& board, int us, Counts& found) {
        counts_in<Anywhere>(board, us, found);
    }
    static int promise_anywhere(const NetBoard& board, const Counts& counts, int us, int cell) {
        return promise_in(board, counts, us, cell);
    }
#ifdef NOUGHTS_AVX2
    NOUGHTS_AVX2 static void put_avx2(NetBoard& board, int side, int cell) {
        put_in(board, side, cell);
    }
    NOUGHTS_AVX2 static int value_avx2(const NetBoard& board, int us) {
        return value_in<Avx2>(board, us);
    }
    NOUGHTS_AVX2 static int value_after_avx2(const NetBoard& board, int us, int cell) {
        return value_after_in<Avx2>(board, us, cell);
    }
    NOUGHTS_AVX2 static void counts_avx2(const NetBoard& board, int us, Counts& found) {
        counts_in<Avx2>(board, us, found);
    }
    NOUGHTS_AVX2 static int promise_avx2(const NetBoard& board, const Counts& counts, int us,
                                         int cell) {
        return promise_in(board, counts, us, cell);
    }
#endif
#ifdef __wasm_simd128__
    static int value_simd128(const NetBoard& board, int us) { return value_in<Simd128>(board, us); }
    static int value_after_simd128(const NetBoard& board, int us, int cell) {
        return value_after_in<Simd128>(board, us, cell);
    }
    static void counts_simd128(const NetBoard& board, int us, Counts& found) {
        counts_in<Simd128>(board, us, found);
    }
#endif
};

const NetBoard::Arithmetic NetBoard::Arithmetic::anywhere{
    put_anywhere, value_anywhere, value_after_anywhere, counts_anywhere, promise_anywhere};

const NetBoard::Arithmetic& NetBoard::Arithmetic::best() {
#ifdef NOUGHTS_AVX2
    static constexpr Arithmetic avx2{put_avx2, value_avx2, value_after_avx2, counts_avx2,
                                     promise_avx2};
    if (__builtin_cpu_supports("avx2")) return avx2;
#endif
#ifdef __wasm_simd128__
    static constexpr Arithmetic simd128{put_anywhere, value_simd128, value_after_simd128,
                                        counts_simd128, promise_anywhere};
    return simd128;
#else
    return anywhere;
#endif
}

NetBoard::NetBoard(const Sights& sights, const Net& net, std::string_view cells, bool plain)
    : sights_(sights),
      net_(net),
      arithmetic_(plain ? Arithmetic::anywhere : Arithmetic::best()),
      features_(cells.size()),
      taken_(cells.size()) {
    const int count = static_cast<int>(cells.size());
    for (int cell = 0; cell < count; ++cell) lines_.push_back(sights_.lines_of(cell));
    for (int cell = 0; cell < count; ++cell)
        if (cells[index(cell)] != '.') put(cells[index(cell)] == 'x' ? 0 : 1, cell);
    saved_.clear();
    marks_.clear();
}

void NetBoard::follow(std::span<const int> played, int first) {
    const auto same = static_cast<std::size_t>(
        std::mismatch(played_.begin(), played_.end(), played.begin(), played.end()).first -
        played_.begin());
    while (played_.size() > same) {
        take_back();
        played_.pop_back();
    }
    while (played_.size() < played.size()) {
        const int cell = played[played_.size()];
        put((first + static_cast<int>(played_.size())) % 2, cell);
        played_.push_back(cell);
    }
}

void NetBoard::put(int side, int cell) { arithmetic_.put(*this, side, cell); }

void NetBoard::take_back() {
    const Mark& mark = marks_.back();
    while (saved_.size() > mark.saved) {
        const Saved& saved = saved_.back();
        lines_[saved.cell][saved.direction] = saved.line;
        features_[saved.cell] = saved.features;
        saved_.pop_back();
    }
    pools_ = mark.pools;
    taken_[index(mark.cell)] = 0;
    marks_.pop_back();
}

int NetBoard::value_after(std::span<const int> played, int first) {
    const int us = (first + static_cast<int>(played.size())) % 2;
    if (played.empty() || std::ranges::equal(played, played_)) {
        follow(played, first);
        return value(us);
    }
    follow(played.first(played.size() - 1), first);
    return arithmetic_.value_after(*this, us, played.back());
}

int NetBoard::value(int us) const { return arithmetic_.value(*this, us); }

NetBoard::Counts NetBoard::counts(int us) const {
    Counts found;
    arithmetic_.counts(*this, us, found);
    return found;
}

int NetBoard::promise(const Counts& counts, int us, int cell) const {
    return arithmetic_.promise(*this, counts, us, cell);
}

std::vector<Opinion> opinions(const Rules& rules, std::string_view cells, bool x_to_move,
                              const Net& net, const std::vector<std::vector<int>>& lines,
                              bool plain) {
    const Sights sights(Windows(rules), Net::reach);
    NetBoard board(sights, net, cells, plain);
    const int first = x_to_move ? 0 : 1;
    std::vector<Opinion> found;
    for (const std::vector<int>& line : lines) {
        const int us = (first + static_cast<int>(line.size())) % 2;
        Opinion opinion{board.value_after(line, first), std::vector<int>(cells.size())};
        board.follow(line, first);
        const NetBoard::Counts counts = board.counts(us);
        for (int cell = 0; cell < rules.cells(); ++cell)
            if (cells[static_cast<std::size_t>(cell)] == '.' &&
                std::find(line.begin(), line.end(), cell) == line.end())
                opinion.promises[static_cast<std::size_t>(cell)] = board.promise(counts, us, cell);
        found.push_back(std::move(opinion));
    }
    return found;
}

}  // namespace noughts
