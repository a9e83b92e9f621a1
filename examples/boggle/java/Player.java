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
 * How it plays: it walks over the board from each cell, as long as the word list has words that start with these
 * letters. The list is sorted, so these words are next to each other, and each letter narrows the range. It finds
 * every word before it is ready. With the classic rules it guesses all of them; with turns, the longest word that
 * nobody has found yet.
 *
 * What to change first: with the classic rules it already finds all words; a faster search helps if the time is short
 * or the board is large.
 */
public class Player {
    static final int LETTERS_FOR_POINTS = 3; // shorter words score nothing

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

    /** The path has spelled this many letters, those of all words in the range, and now goes to this cell. */
    private void goOn(int cell, Range before, int lettersBefore) {
        Range range = before;
        int length = lettersBefore;
        for (char letter : cells.get(cell).toCharArray()) {
            range = goingOn(range, length++, letter);
            if (range.isEmpty()) return;
        }
        // Of words with the same first letters the shortest is first.
        String shortest = words.get(range.from);
        if (shortest.length() == length && length >= LETTERS_FOR_POINTS) found.add(shortest);
        used[cell] = true;
        for (int next : neighbors(cell)) if (!used[next]) goOn(next, range, length);
        used[cell] = false;
    }

    private List<Integer> neighbors(int cell) {
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

    /** A longer word scores at least as many points. */
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
            // The tag says which turn we answer: if it is too late, the host ignores it.
            case "turn" -> say("@" + tokens[2] + " " + move());
            case "scored", "missed" -> found.remove(tokens[2]); // by any player: it is no use any more
            case "gameover" -> {
                return false;
            }
            default -> {} // nothing that we need: names, passed, timeout, forfeited, found, and unknown lines
        }
        return true;
    }

    public static void main(String[] args) throws IOException {
        Player player = new Player();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null && player.hear(line); ) line = input.readLine();
    }
}
