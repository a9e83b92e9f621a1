# A small Boggle player in awk, for both sets of rules. Runs in mawk, gawk and busybox awk.
#
#     wordhost boggle "awk -f player.awk" "awk -f player.awk"
#     wordhost boggle --rules turns "awk -f player.awk" "awk -f player.awk"
#
# How it plays: it reads the word list line by line, and looks for a path of each word on the board. The list is
# sorted: if the board has no path for the first letters of a word, it skips the other words with these first letters.
# With the classic rules it guesses all words that it found; with turns, the longest word that nobody has found yet.
#
# What to change first: with the classic rules it already finds all words; a faster search helps if the time is short
# or the board is large.
#
# Input needs a trick: mawk waits for a full buffer, or for the end, before it returns a line. Therefore `dd` reads
# the input: it returns the available bytes at once. The period after them shows whether a line is still incomplete.

BEGIN {
    READ = "dd bs=4096 count=1 2>/dev/null; echo ."
    LETTERS_FOR_POINTS = 3      # shorter words score nothing

    do hear(next_line()); while (!over)
}

# --- The board: text[cell] is one letter, or several as in QU ----------------------------------------------------

# Cells are numbered row by row, from 1.
function read_row(count, token,   number) {
    for (number = 2; number <= count; number++) text[++cells] = token[number]
}

# after[cell, letter, 1], after[cell, letter, 2], ... are the cells beside this one that begin with the letter, and
# after[cell, letter] says how many they are. Cell 0 is where a path comes from: all are beside it.
function find_neighbors(   cell, x, y, right, down) {
    for (cell = 1; cell <= cells; cell++) {
        x = (cell - 1) % width
        y = int((cell - 1) / width)
        add_neighbor(0, cell)
        for (down = -1; down <= 1; down++)
            for (right = -1; right <= 1; right++)
                if ((right || down) && x + right >= 0 && x + right < width && y + down >= 0 && y + down < height)
                    add_neighbor(cell, cell + right + down * width)
    }
}

function add_neighbor(cell, next_cell,   letter) {
    letter = substr(text[next_cell], 1, 1)
    after[cell, letter, ++after[cell, letter]] = next_cell
}

# --- The words: found[1], found[2], ... the longest first -------------------------------------------------------

function find_words(   word, dead, list, count, longest, at) {
    find_neighbors()
    find_letters()
    while ((getline word < dictionary) > 0) {
        if ((dead != "" && index(word, dead) == 1) || word !~ letters) continue
        reached = 0
        dead = ""
        if (goes_on(0, word, 1)) {
            list[length(word), ++count[length(word)]] = word
            if (length(word) > longest) longest = length(word)
        }
        # No cell goes on like these letters, whatever comes after them: none has more.
        else if (length(word) >= reached + longest_cell) dead = substr(word, 1, reached + longest_cell)
    }
    close(dictionary)
    for (; longest >= LETTERS_FOR_POINTS; longest--)
        for (at = 1; at <= count[longest]; at++) found[++found_count] = list[longest, at]
}

# Sets `letters` to what a word can consist of.
function find_letters(   cell) {
    for (cell = 1; cell <= cells; cell++) {
        letters = letters text[cell]
        if (length(text[cell]) > longest_cell) longest_cell = length(text[cell])
    }
    letters = "^[" letters "]+$"
}

# Whether a path that has come to this cell goes on along the word from this letter. So many letters of it have been
# `reached` by one.
function goes_on(cell, word, at,   letter, number, next_cell, whole) {
    if (reached < at - 1) reached = at - 1
    if (at > length(word)) return 1
    letter = substr(word, at, 1)
    for (number = 1; number <= after[cell, letter] && !whole; number++) {
        next_cell = after[cell, letter, number]
        if (used[next_cell] || substr(word, at, length(text[next_cell])) != text[next_cell]) continue
        used[next_cell] = 1
        whole = goes_on(next_cell, word, at + length(text[next_cell]))
        used[next_cell] = 0
    }
    return whole
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

function guess_all(   number) {
    for (number = 1; number <= found_count; number++) say("guess " found[number])
    say("done")
}

# A longer word scores at least as many points.
function move(   number) {
    for (number = 1; number <= found_count; number++)
        if (!(found[number] in settled)) return "guess " found[number]
    return "pass"
}

function hear(line,   token, count) {
    count = split(line, token, " ")
    if (token[1] == "rules") rules = token[2]
    else if (token[1] == "dictionary") dictionary = substr(line, length("dictionary ") + 1)
    else if (token[1] == "board") {
        width = token[2]
        height = token[3]
    }
    else if (token[1] == "row") read_row(count, token)
    else if (token[1] == "end") {
        find_words()
        say("ready")
    }
    else if (token[1] == "start" && rules == "classic") guess_all()
    # The tag says which turn we answer: if it is too late, the host ignores it.
    else if (token[1] == "turn") say("@" token[3] " " move())
    else if (token[1] == "scored" || token[1] == "missed") settled[token[3]]    # by any player
    else if (token[1] == "gameover") over = 1
    # No answer to other lines: names, passed, timeout, forfeited, found, and unknown lines.
}
