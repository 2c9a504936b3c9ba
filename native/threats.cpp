#include "threats.hpp"

namespace noughts {

std::vector<int> threat_cells(const Rules& rules, std::string_view cells, bool of_x, int lacking) {
    return with_board(rules, cells, [&](const auto& board) {
        std::vector<int> found;
        for (const int bit : threats(board, of_x ? Side::x : Side::o, lacking))
            found.push_back(board.cell(bit));
        return found;
    });
}

}  // namespace noughts
