# A small Scrabble player in awk. It reads the board from the `layout` lines. On an infinite board, which has no
# `layout` lines, it always passes, which is never an offense. Runs in mawk, gawk and busybox awk.
#
#     wordhost scrabble "awk -f player.awk" "awk -f player.awk"
#
# How it plays: it chooses a random free square next to a tile and a start from which a word can reach it, and lays
# tile after tile as long as the word list has words that start with these letters. After some thousand steps it makes
# the play with the most tiles.
#
# What to change first: count points; search all squares; change tiles instead of passing.
#
# Input needs a trick: mawk waits for a full buffer, or for the end, before it returns a line. Therefore `dd` reads
# the input: it returns the available bytes at once. The period after them shows whether a line is still incomplete.

BEGIN {
    READ = "dd bs=4096 count=1 2>/dev/null; echo ."
    ACROSS = 1
    DOWN = 1000                 # until the layout says how wide the board is
    STEPS = 4000
    for (code = 65; code <= 90; code++) ALPHABET = ALPHABET sprintf("%c", code)

    srand(ENVIRON["WORDHOST_PLAYER_SEED"] + 1)
    read_words(ENVIRON["WORDHOST_DICTIONARY"])
    do hear(next_line()); while (!over)
}

# --- The words: word[1], word[2], ... in order, and is_word[word]. None at all: every word counts ---------------

function read_words(file,   line) {
    while (file != "" && (getline line < file) > 0) {
        word[++word_count] = line
        is_word[line]
    }
    if (file != "") close(file)
}

# The first that is not before this one is the only one to look at.
function begins_a_word(start,   from, to, middle) {
    from = 1
    to = word_count + 1
    while (from < to) {
        middle = int((from + to) / 2)
        if (word[middle] < start) from = middle + 1
        else to = middle
    }
    return word_count == 0 || (from <= word_count && index(word[from], start) == 1)
}

function counts(text) { return word_count == 0 || (text in is_word) }

# --- The board: square[cell] is there where the board has one, grid[cell] is the letter that lies on it ----------

# Cells are numbered row by row, with room for a border around the board.
function cell_at(x, y) { return (y - top + 1) * DOWN + x - left + 1 }

function x_of(cell) { return cell % DOWN - 1 + left }

function y_of(cell) { return int(cell / DOWN) - 1 + top }

# Whether the run through this cell would be a word, or only one letter, if this letter stood in it.
function is_fine(cell, letter, direction,   at, run) {
    run = letter
    for (at = cell - direction; at in grid; at -= direction) run = grid[at] run
    for (at = cell + direction; at in grid; at += direction) run = run grid[at]
    return length(run) == 1 || counts(run)
}

# The free squares that a play must cover one of: anchor[1], anchor[2], ..., and is_anchor[cell].
function find_anchors(   cell, side) {
    split("", is_anchor)
    anchor_count = 0
    if (tiles_lie == 0) add_anchor(cell_at(center_x, center_y))
    for (cell in grid) {
        add_anchor(cell + ACROSS)
        add_anchor(cell - ACROSS)
        add_anchor(cell + DOWN)
        add_anchor(cell - DOWN)
    }
}

function add_anchor(cell) {
    if (!(cell in square) || (cell in grid) || (cell in is_anchor)) return
    is_anchor[cell]
    anchor[++anchor_count] = cell
}

# --- Looking for a play: placed[1], placed[2], ... hold the tokens of the one that we are at ---------------------

function random_below(limit) { return int(rand() * limit) }

# A cell from which a word can reach this anchor, with at most so many tiles before it.
function start_before(cell, direction, tiles) {
    while (((cell - direction) in grid) || (tiles > 0 && ((cell - direction) in square))) {
        cell -= direction
        if (!(cell in grid)) tiles--
    }
    return cell
}

function go_on(cell, direction, text, count, anchored,   tile, number) {
    if (cell in grid) {
        if (begins_a_word(text grid[cell])) go_on(cell + direction, direction, text grid[cell], count, anchored)
        return
    }
    if (count > best_count && anchored && length(text) > 1 && counts(text)) keep(count)
    if (!(cell in square)) return
    for (tile in hand) {
        if (hand[tile] == 0) continue
        for (number = 1; number <= faces[tile] && steps < STEPS; number++) {
            steps++
            try_face(cell, direction, text, count, anchored, tile, face[tile, number])
        }
    }
}

# A face is a letter and its points, such as D2.
function try_face(cell, direction, text, count, anchored, tile, shown,   letter) {
    letter = substr(shown, 1, 1)
    if (!begins_a_word(text letter) || !is_fine(cell, letter, direction == ACROSS ? DOWN : ACROSS)) return
    hand[tile]--
    placed[count + 1] = x_of(cell) " " y_of(cell) " " tile shown
    go_on(cell + direction, direction, text letter, count + 1, anchored || (cell in is_anchor))
    hand[tile]++
}

function keep(count,   number) {
    best_count = count
    best = "play"
    for (number = 1; number <= count; number++) best = best " " placed[number]
}

function move(   tries, from, direction) {
    best = "pass"
    best_count = steps = 0
    find_anchors()
    if (anchor_count == 0) return best
    for (tries = 0; tries < 60 && steps < STEPS; tries++) {
        from = anchor[1 + random_below(anchor_count)]
        direction = rand() < 0.5 ? ACROSS : DOWN
        go_on(start_before(from, direction, random_below(4)), direction, "", 0, 0)
    }
    return best
}

# --- Talking ---------------------------------------------------------------------------------------------------

# The next line of the host. It ends the program when there will be no more.
function next_line(   line) {
    while (taken == heard) read_more()
    line = lines[++taken]
    delete lines[taken]
    return line
}

# What is complete goes to lines[taken + 1] ... lines[heard]; the rest waits for its end.
function read_more(   piece, pieces) {
    while ((READ | getline piece) > 0) {
        if (pieces++ > 0) {
            lines[++heard] = rest
            rest = ""
        }
        rest = rest piece
    }
    close(READ)
    if (pieces == 1 && piece == ".") exit 0     # only the period
    rest = substr(rest, 1, length(rest) - 1)
}

function say(line) {
    print line
    fflush()                    # without it the host would not see it in time
}

# IDxN tokens.
function draw(from, token_count, token,   number, part) {
    for (number = from; number <= token_count; number++) {
        split(token[number], part, "x")
        hand[part[1]] += part[2]
    }
}

# X Y IDcPOINTS tokens. Returns where they end.
function lay(from, token_count, token, mine,   number) {
    for (number = from; number + 2 <= token_count && token[number] != "new"; number += 3) {
        tiles_lie = 1
        match(token[number + 2], /[^-0-9]/)
        grid[cell_at(token[number], token[number + 1])] = substr(token[number + 2], RSTART, 1)
        if (mine) hand[substr(token[number + 2], 1, RSTART - 1)]--
    }
    return number
}

function read_row(cells,   number) {
    for (number = 1; number <= length(cells); number++)
        if (substr(cells, number, 1) != "#") square[cell_at(left + number - 1, top + rows)]
    rows++
}

# Only letters from A to Z: this player knows of bytes, and others may have several.
function read_tile(tile, list,   part, count, number) {
    count = split(list, part, ",")
    for (number = 1; number <= count; number++)
        if (index(ALPHABET, substr(part[number], 1, 1))) face[tile, ++faces[tile]] = part[number]
}

function hear(line,   token, count, at) {
    count = split(line, token, " ")
    if (token[1] == "center") {
        center_x = token[2]
        center_y = token[3]
    }
    else if (token[1] == "layout" && token[2] != "none") {
        left = token[2]
        top = token[3]
        DOWN = token[4] + 2
    }
    else if (token[1] == "row") read_row(token[2])
    else if (token[1] == "tile") read_tile(token[2], token[3])
    else if (token[1] == "hand") draw(2, count, token)
    else if (token[1] == "end") say("ready")
    # The tag says which turn we answer: if it is too late, the host ignores it.
    else if (token[1] == "turn") say("@" token[3] " " move())
    else if (token[1] == "played") lay(4, count, token, 0)
    else if (token[1] == "playsuccess") {
        at = lay(3, count, token, 1)
        draw(at + 1, count, token)
    }
    else if (token[1] == "gameover") over = 1
    # No answer to other lines: passed, changed, playfailed, timeout, error lines, and unknown lines.
}
