import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A small Scrabble player in Java. If there is a layout, it knows the board. On an infinite board it learns from the
 * host's errors where squares are missing. It changes its tiles if it finds no play.
 *
 * <pre>
 *     javac Player.java
 *     wordhost scrabble "java -XX:-UsePerfData Player" "java -XX:-UsePerfData Player"
 * </pre>
 *
 * Java 17 or later; nothing to install. Without -XX:-UsePerfData each of two Java machines that run at
 * once may find a file of the other's, and would say so on standard output, where only moves belong.
 *
 * How it plays: it starts at each square from which a word can reach a free square next to a tile, and lays tile
 * after tile as long as the word list has words that start with these letters. Of the plays that it finds in a short
 * time, it makes the one with the most tiles.
 *
 * What to change first: read the board's program, because an illegal play costs the turn (or the game, with
 * `--illegal forfeit`); count points; change only the tiles that are hard to use.
 */
public class Player {
    static final long THINKING_MS = 200;
    static final String SEED = System.getenv().getOrDefault("WORDHOST_PLAYER_SEED", "1");
    static final Random CHANCE = new Random(SEED.hashCode());

    record Cell(int x, int y) {
        Cell step(Direction direction, int count) {
            return new Cell(x + direction.right * count, y + direction.down * count);
        }
    }

    enum Direction {
        ACROSS(1, 0),
        DOWN(0, 1);

        final int right, down;

        Direction(int right, int down) {
            this.right = right;
            this.down = down;
        }

        Direction other() {
            return this == ACROSS ? DOWN : ACROSS;
        }
    }

    /** What a tile can stand for. The letter is one code point, which may be two chars. */
    record Face(String letter, int points) {
        /** D2 */
        static Face read(String text) {
            int end = text.offsetByCodePoints(0, 1);
            return new Face(text.substring(0, end), Integer.parseInt(text.substring(end)));
        }
    }

    record Laid(int tile, Face face) {}

    // --- What we know of the game ---------------------------------------------------------------------------------

    private String[] words = {}; // sorted; empty if all words are valid
    private boolean changesAreAllowed = true;
    private Cell center = new Cell(0, 0);
    private final Map<Cell, String> grid = new HashMap<>();
    private boolean hasLayout = false;
    private Cell nextRow; // of the layout
    private final Set<Cell> squares = new HashSet<>(); // all there are, if there is a layout
    private final Set<Cell> holes = new HashSet<>(); // otherwise: where we know that there is none
    private final Map<Integer, List<Face>> faces = new HashMap<>();
    private final TreeMap<Integer, Integer> hand = new TreeMap<>();
    private List<Integer> offered = List.of(); // the tiles of a change that has no answer yet

    private boolean isSquare(Cell cell) {
        return hasLayout ? squares.contains(cell) : !holes.contains(cell);
    }

    private int handCount() {
        return hand.values().stream().mapToInt(Integer::intValue).sum();
    }

    private void take(int tile, int count) {
        hand.merge(tile, count, Integer::sum);
    }

    // --- Words: the list is in order, so that a binary search shows what begins like this -------------------------

    private boolean isWord(String text) {
        return words.length == 0 || Arrays.binarySearch(words, text) >= 0;
    }

    private boolean beginsAWord(String text) {
        if (words.length == 0) return true;
        int at = Arrays.binarySearch(words, text);
        int first = at >= 0 ? at : -at - 1;
        return first < words.length && words[first].startsWith(text);
    }

    /** Whether the run through this cell would be a word, or only one letter, if this letter stood in it. */
    private boolean isFine(Cell cell, String letter, Direction direction) {
        StringBuilder run = new StringBuilder(letter);
        boolean alone = true;
        for (Cell at = cell.step(direction, -1); grid.containsKey(at); at = at.step(direction, -1)) {
            run.insert(0, grid.get(at));
            alone = false;
        }
        for (Cell at = cell.step(direction, 1); grid.containsKey(at); at = at.step(direction, 1)) {
            run.append(grid.get(at));
            alone = false;
        }
        return alone || isWord(run.toString());
    }

    // --- Looking for a play ---------------------------------------------------------------------------------------

    private Set<Cell> anchors = Set.of(); // the free squares that a play must cover one of
    private Map<Cell, Laid> best = Map.of();
    private long until; // in nanoseconds
    private long atLast; // the same, while nothing has been found

    private boolean timeIsUp() {
        return System.nanoTime() - (best.isEmpty() ? atLast : until) > 0;
    }

    private Set<Cell> findAnchors() {
        Set<Cell> found = new HashSet<>();
        if (grid.isEmpty()) found.add(center);
        for (Cell cell : grid.keySet())
            for (Direction direction : Direction.values())
                Collections.addAll(found, cell.step(direction, 1), cell.step(direction, -1));
        found.removeIf(cell -> grid.containsKey(cell) || !isSquare(cell));
        return found;
    }

    private record Start(Cell cell, Direction direction) {}

    /** Where a word that covers this anchor may begin. */
    private void addStarts(Cell anchor, Direction direction, Set<Start> starts) {
        Cell cell = anchor;
        for (int tiles = 0; tiles < handCount(); ) {
            Cell before = cell.step(direction, -1);
            if (!grid.containsKey(before)) {
                starts.add(new Start(cell, direction));
                tiles++;
                if (!isSquare(before)) return;
            }
            cell = before;
        }
    }

    private void goOn(Cell cell, Direction direction, String text, int length, Map<Cell, Laid> laid) {
        String there = grid.get(cell);
        if (there != null) {
            if (beginsAWord(text + there)) goOn(cell.step(direction, 1), direction, text + there, length + 1, laid);
            return;
        }
        if (laid.size() > best.size() && length > 1 && !Collections.disjoint(laid.keySet(), anchors) && isWord(text))
            best = new LinkedHashMap<>(laid);
        if (!isSquare(cell) || timeIsUp()) return;
        for (int tile : List.copyOf(hand.keySet())) {
            if (hand.get(tile) == 0) continue;
            for (Face face : faces.get(tile)) {
                if (!beginsAWord(text + face.letter) || !isFine(cell, face.letter, direction.other())) continue;
                take(tile, -1);
                laid.put(cell, new Laid(tile, face));
                goOn(cell.step(direction, 1), direction, text + face.letter, length + 1, laid);
                laid.remove(cell);
                take(tile, 1);
            }
        }
    }

    private void lookForPlays(long mostMilliseconds) {
        long now = System.nanoTime();
        until = now + Math.min(THINKING_MS, mostMilliseconds) * 1_000_000;
        atLast = now + Math.min(10 * THINKING_MS, mostMilliseconds) * 1_000_000;
        best = Map.of();
        anchors = findAnchors();
        Set<Start> starts = new HashSet<>();
        for (Cell anchor : anchors)
            for (Direction direction : Direction.values()) addStarts(anchor, direction, starts);
        List<Start> inAnyOrder = new ArrayList<>(starts);
        Collections.shuffle(inAnyOrder, CHANCE);
        for (Start start : inAnyOrder) goOn(start.cell, start.direction, "", 0, new LinkedHashMap<>());
    }

    private String move(String turnMs) {
        lookForPlays(turnMs.equals("none") ? Long.MAX_VALUE : Long.parseLong(turnMs) / 4);
        if (best.isEmpty()) return changeOrPass();
        StringBuilder play = new StringBuilder("play");
        best.forEach(
                (cell, laid) -> {
                    play.append(' ').append(cell.x).append(' ').append(cell.y).append(' ').append(laid.tile);
                    play.append(laid.face.letter).append(laid.face.points);
                });
        return play.toString();
    }

    private String changeOrPass() {
        if (!changesAreAllowed) return "pass";
        offered = new ArrayList<>();
        hand.forEach((tile, count) -> offered.addAll(Collections.nCopies(count, tile)));
        StringBuilder change = new StringBuilder("change");
        for (int tile : offered) change.append(' ').append(tile);
        return change.toString();
    }

    // --- Talking --------------------------------------------------------------------------------------------------

    private final PrintStream host = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    private void say(String line) {
        host.print(line + "\n");
        host.flush(); // without it the host would not see it in time
    }

    private void readWords(String path) throws IOException {
        words = Files.readAllLines(Path.of(path)).toArray(String[]::new);
    }

    private void makeRoom(String[] tokens) {
        if (tokens[1].equals("none")) return;
        hasLayout = true;
        nextRow = new Cell(Integer.parseInt(tokens[1]), Integer.parseInt(tokens[2]));
    }

    private void readRow(String row) {
        for (int index = 0; index < row.length(); index++)
            if (row.charAt(index) != '#') squares.add(nextRow.step(Direction.ACROSS, index));
        nextRow = nextRow.step(Direction.DOWN, 1);
    }

    /** X Y IDcPOINTS, three tokens each, until `new` or the end. Says where that is. */
    private int lay(String[] tokens, int from, boolean mine) {
        int at = from;
        for (; at + 2 < tokens.length && !tokens[at].equals("new"); at += 3) {
            int digits = 0;
            while (Character.isDigit(tokens[at + 2].charAt(digits))) digits++;
            Face face = Face.read(tokens[at + 2].substring(digits));
            grid.put(new Cell(Integer.parseInt(tokens[at]), Integer.parseInt(tokens[at + 1])), face.letter);
            if (mine) take(Integer.parseInt(tokens[at + 2].substring(0, digits)), -1);
        }
        return at;
    }

    /** IDxN */
    private void draw(String[] tokens, int from) {
        for (int at = from; at < tokens.length; at++) {
            String[] parts = tokens[at].split("x");
            take(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        }
    }

    /** Two errors teach us something. We skip all others, and those that we don't know. */
    private void learn(String[] tokens) {
        switch (tokens[1]) {
            case "emptytile" -> holes.add(new Cell(Integer.parseInt(tokens[2]), Integer.parseInt(tokens[3])));
            case "notenoughpieces" -> changesAreAllowed = false;
            default -> {}
        }
    }

    private void putBack() {
        for (int tile : offered) take(tile, -1);
        offered = List.of();
    }

    /** One line of the host. False when the game is over. */
    private boolean hear(String line) throws IOException {
        String[] tokens = line.split(" ");
        switch (tokens[0]) {
            case "rules" -> changesAreAllowed = !tokens[1].equals("simple");
            case "dictionary" -> {
                if (!tokens[1].equals("none")) readWords(line.substring("dictionary ".length()));
            }
            case "center" -> center = new Cell(Integer.parseInt(tokens[1]), Integer.parseInt(tokens[2]));
            case "layout" -> makeRoom(tokens);
            case "row" -> readRow(tokens[1]);
            case "tile" -> faces.put(
                    Integer.parseInt(tokens[1]), Arrays.stream(tokens[2].split(",")).map(Face::read).toList());
            case "hand" -> draw(tokens, 1);
            case "end" -> say("ready");
            // The tag says which turn we answer: if it is too late, the host ignores it.
            case "turn" -> say("@" + tokens[2] + " " + move(tokens[1]));
            case "played" -> lay(tokens, 3, false);
            case "playsuccess" -> {
                int before = handCount();
                draw(tokens, lay(tokens, 2, true) + 1);
                if (handCount() < before) changesAreAllowed = false; // the bag is empty
            }
            case "changesuccess" -> {
                putBack();
                draw(tokens, 1);
            }
            case "error" -> learn(tokens);
            case "gameover" -> {
                return false;
            }
            default -> {} // nothing that we need: passed, changed, playfailed, timeout, and unknown lines
        }
        return true;
    }

    public static void main(String[] args) throws IOException {
        Player player = new Player();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null && player.hear(line); ) line = input.readLine();
    }
}
