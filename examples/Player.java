import java.util.Scanner;

/**
 * A player for `noughts check --interface process`: it reads a board and the side to move from each
 * line, such as "xo....... x", and answers with the cell to play, 0 to 8.
 *
 *     javac -d classes examples/Player.java
 *     noughts check classes --interface process --command "java -cp . Player"
 */
public class Player {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}
    };

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNext()) {
            char[] board = input.next().toCharArray();
            char mark = input.next().charAt(0);
            System.out.println(best(board, mark));
            System.out.flush();
        }
    }

    /** The first of the best cells for the side to move. */
    private static int best(char[] board, char mark) {
        int best = -1;
        int bestValue = Integer.MIN_VALUE;
        for (int cell = 0; cell < 9; cell++) {
            if (board[cell] == '.') {
                board[cell] = mark;
                int value = -value(board, other(mark));
                board[cell] = '.';
                if (value > bestValue) {
                    bestValue = value;
                    best = cell;
                }
            }
        }
        return best;
    }

    /** What the board is worth to the side to move; a quicker win is worth more. */
    private static int value(char[] board, char mark) {
        if (hasLine(board, other(mark))) {
            return -1 - empty(board);
        }
        if (empty(board) == 0) {
            return 0;
        }
        int best = Integer.MIN_VALUE;
        for (int cell = 0; cell < 9; cell++) {
            if (board[cell] == '.') {
                board[cell] = mark;
                best = Math.max(best, -value(board, other(mark)));
                board[cell] = '.';
            }
        }
        return best;
    }

    private static char other(char mark) {
        return mark == 'x' ? 'o' : 'x';
    }

    private static int empty(char[] board) {
        int count = 0;
        for (char c : board) {
            count += c == '.' ? 1 : 0;
        }
        return count;
    }

    private static boolean hasLine(char[] board, char mark) {
        for (int[] line : LINES) {
            if (board[line[0]] == mark && board[line[1]] == mark && board[line[2]] == mark) {
                return true;
            }
        }
        return false;
    }
}
