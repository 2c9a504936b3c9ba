// A player for `noughts check --interface process`: it reads a board and the side to move from each
// line, such as "xo....... x", and answers with the cell to play, 0 to 8.
//
//     g++ -O2 -o player examples/player.cpp && noughts check player
#include <array>
#include <iostream>
#include <string>

namespace {

constexpr std::array<std::array<int, 3>, 8> lines{{
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

bool has_line(const std::string& board, char mark) {
    for (const auto& line : lines)
        if (board[line[0]] == mark && board[line[1]] == mark && board[line[2]] == mark) return true;
    return false;
}

struct Best {
    int value;
    int cell;
};

// The value for `mark`, the side to move, and the first cell that has it. Quicker wins count more.
Best search(std::string& board, char mark) {
    const char other = mark == 'x' ? 'o' : 'x';
    int empty = 0;
    for (char c : board) empty += c == '.';
    if (has_line(board, other)) return {-1 - empty, -1};
    if (empty == 0) return {0, -1};
    Best best{-100, -1};
    for (int cell = 0; cell < 9; ++cell) {
        if (board[cell] != '.') continue;
        board[cell] = mark;
        const int value = -search(board, other).value;
        board[cell] = '.';
        if (value > best.value) best = {value, cell};
    }
    return best;
}

}  // namespace

int main() {
    std::string board;
    char mark;
    while (std::cin >> board >> mark) std::cout << search(board, mark).cell << std::endl;
}
