import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A small Boggle player in Java, for both sets of rules.
 *
 * <pre>
 *     javac Player.java
 *     wordhost boggle "java -XX:-UsePerfData Player" "java -XX:-UsePerfData Player"
 *     wordhost boggle --rules turns "java -XX:-UsePerfData Player" "java -XX:-UsePerfData Player"
 * </pre>
 *
 * Java 17 or later; nothing to install. Without -XX:-UsePerfData each of two Java machines that run at
 * once may find a file of the other's, and would say so on standard output, where only guesses belong.
 *
 * How it plays: it walks over the board from each cell on, as long as the word list has words that begin so. The list
 * is in order, so these words stand together, and each letter leaves a part of them. So it finds every word before it
 * says that it is ready. By the classic rules it guesses all of them, by the others the longest that nobody has found
 * yet in each turn.
 *
 * What to change first: nothing, by the classic rules, for there are no more words; it would only be
 * quicker, where the time is short and the board large.
 */
public class Player {
    static final int LETTERS_FOR_POINTS = 3; // shorter words bring nothing

    // --- The words: in order, so that those that begin alike stand together ----------------------------------------

    private List<String> words = List.of();

    /** Some of the words, one after the other: from, and as far as (but without) to. */
    private record Range(int from, int to) {
        boolean isEmpty() {
            return from == to;
        }
    }

    /** Those that go on with this letter; the words of the range are the same before it. */
    private Range goingOn(Range range, int place, char letter) {
        return new Range(firstWith(range, place, letter), firstWith(range, place, letter + 1));
    }

    /** The first word of the range whose letter there is this one or a later one. */
    private int firstWith(Range range, int place, int letter) {
        int from = range.from;
        int to = range.to;
        while (from < to) {
            int middle = (from + to) >>> 1;
            String word = words.get(middle);
            if (place == word.length() || word.charAt(place) < letter) from = middle + 1;
            else to = middle;
        }
        return from;
    }

    // --- Finding the words: a cell is row * width + column ---------------------------------------------------------

    private final List<String> cells = new ArrayList<>(); // one letter, or several as in QU
    private int width;
    private boolean[] used = {};
    private final Set<String> found = new TreeSet<>(Comparator.comparing(String::length).reversed()
            .thenComparing(Comparator.naturalOrder())); // the longest first

    private void findWords() {
        used = new boolean[cells.size()];
        for (int cell = 0; cell < cells.size(); cell++) goOn(cell, new Range(0, words.size()), 0);
    }

    /** The path has spelled so many letters, those of all words in the range, and goes to this cell now. */
    private void goOn(int cell, Range before, int lettersBefore) {
        Range range = before;
        int length = lettersBefore;
        for (char letter : cells.get(cell).toCharArray()) {
            range = goingOn(range, length++, letter);
            if (range.isEmpty()) return;
        }
        // Of words that begin alike the shortest stands first.
        String shortest = words.get(range.from);
        if (shortest.length() == length && length >= LETTERS_FOR_POINTS) found.add(shortest);
        used[cell] = true;
        for (int next : neighbours(cell)) if (!used[next]) goOn(next, range, length);
        used[cell] = false;
    }

    private List<Integer> neighbours(int cell) {
        List<Integer> around = new ArrayList<>(8);
        for (int down = -1; down <= 1; down++)
            for (int right = -1; right <= 1; right++) {
                int column = cell % width + right;
                int next = cell + right + down * width;
                if (next != cell && column >= 0 && column < width && next >= 0 && next < cells.size()) around.add(next);
            }
        return around;
    }

    // --- Talking --------------------------------------------------------------------------------------------------

    private final PrintStream host = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private boolean isClassic = true;

    private void say(String line) {
        host.print(line + "\n");
        host.flush(); // without it the host would not see it in time
    }

    private void guessAll() {
        for (String word : found) say("guess " + word);
        say("done");
    }

    /** Longer words bring more points, or the same. */
    private String move() {
        return found.stream().findFirst().map(word -> "guess " + word).orElse("pass");
    }

    /** One line of the host. False when the game is over. */
    private boolean hear(String line) throws IOException {
        String[] tokens = line.trim().split(" +");
        switch (tokens[0]) {
            case "rules" -> isClassic = tokens[1].equals("classic");
            case "dictionary" -> words = Files.readAllLines(Path.of(line.substring("dictionary ".length())));
            case "board" -> width = Integer.parseInt(tokens[1]);
            case "row" -> cells.addAll(List.of(tokens).subList(1, tokens.length));
            case "end" -> {
                findWords();
                say("ready");
            }
            case "start" -> {
                if (isClassic) guessAll();
            }
            // The tag says which turn we answer: should it come too late, it is dropped and does no harm.
            case "turn" -> say("@" + tokens[2] + " " + move());
            case "scored", "missed" -> found.remove(tokens[2]); // whoever it was: it is no use any more
            case "gameover" -> {
                return false;
            }
            default -> {} // nothing that we need: names, passed, timeout, forfeited, found, and what is new to us
        }
        return true;
    }

    public static void main(String[] args) throws IOException {
        Player player = new Player();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null && player.hear(line); ) line = input.readLine();
    }
}
