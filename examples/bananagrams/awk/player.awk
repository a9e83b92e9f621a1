# A small Bananagrams player in awk. It speaks the plain dialect. Runs in mawk, gawk and busybox awk.
#
#     wordhost "awk -f player.awk" "awk -f player.awk"
#
# How it plays: it lays the longest word that it finds, then words that cross it, then single letters next to other
# tiles. It puts everything that it lays on a stack: when it is stuck, it takes back the last few words and tries
# others. If that fails, it dumps the letter that is hardest to use.
#
# What to change first: search the word list as a tree (a trie); remove words anywhere on the board, not only the last
# ones; and check for new letters during the search.
#
# Input needs a trick. Messages end with a period and there are no lines, but awk waits for a full buffer (or, if
# interactive, for a newline), so it would wait forever. Therefore `dd` reads the input: it returns the available
# bytes at once.

BEGIN {
    READ = "dd bs=4096 count=1 2>/dev/null"
    ACROSS = 1
    DOWN = 1000                 # a cell is row * 1000 + column
    MIDDLE = 500500
    TRIES_BEFORE_DUMP = 20
    HARD_LETTERS_FIRST = "QJXZVKWYFBHMPCGUDLNTSRIOAE"

    srand(ENVIRON["WORDHOST_PLAYER_SEED"] + 1)
    read_words(ENVIRON["WORDHOST_DICTIONARY"])
    tile_count = pile_height = loose_count = 0
    arrived = ""

    send("r")
    hold(next_message())
    patience = TRIES_BEFORE_DUMP
    for (;;) {
        # Search only when there is no input. If a dump has no answer yet, wait for it.
        if (dumped == "" && index(arrived, ".") == 0) {
            if (solve(patience)) send("p" drawing())
            else if (loose_count > 0) dump()
        }
        letters = next_message()
        hold(letters)
        if (dumped != "" && length(letters) == 3) {
            dumped = ""
            patience = TRIES_BEFORE_DUMP
        } else if (dumped != "" && letters == dumped) {
            dumped = ""         # the letter came back because the bunch is nearly empty: try harder
            patience *= 2
        }
    }
}

# --- The words: words[length, number], how_many[length], is_word[word] ---------------------------------------

function read_words(file,   word, size) {
    while ((getline word < file) > 0) {
        is_word[word]
        size = length(word)
        words[size, ++how_many[size]] = word
        if (size > longest) longest = size
    }
    close(file)
    if (longest == 0) {
        print "player.awk: WORDHOST_DICTIONARY does not name a file with words" > "/dev/stderr"
        exit 1
    }
}

# --- The board: grid[cell] is a letter; tile[1], tile[2], ... are the cells in the order of laying -------------

# Whether the run through this cell would be a word, or only one letter, if this letter stood in it.
function is_fine(cell, letter, direction,   at, run) {
    run = letter
    for (at = cell - direction; at in grid; at -= direction) run = grid[at] run
    for (at = cell + direction; at in grid; at += direction) run = run grid[at]
    return length(run) == 1 || (run in is_word)
}

function lay_tile(cell, letter) {
    grid[cell] = letter
    tile[++tile_count] = cell
    loose[letter]--
    loose_count--
}

function take_back(   count) {
    if (pile_height == 0) return
    for (count = pile[pile_height--]; count > 0; count--) {
        loose[grid[tile[tile_count]]]++
        loose_count++
        delete grid[tile[tile_count--]]
    }
}

# Whether the word can start in this cell: it makes only words, and its new letters are loose.
function fits(word, start, direction,   size, place, cell, letter, used, new) {
    size = length(word)
    if (((start - direction) in grid) || ((start + size * direction) in grid)) return 0
    for (place = 0; place < size; place++) {
        cell = start + place * direction
        letter = substr(word, place + 1, 1)
        if (cell in grid) {
            if (grid[cell] != letter) return 0
        } else {
            if (++used[letter] > loose[letter]) return 0
            if (!is_fine(cell, letter, direction == ACROSS ? DOWN : ACROSS)) return 0
            new++
        }
    }
    return new > 0
}

# --- Laying tiles --------------------------------------------------------------------------------------------

function random_below(limit) { return int(rand() * limit) }

# How many of the word's letters are not loose.
function missing(word,   place, letter, used, count) {
    for (place = 1; place <= length(word); place++) {
        letter = substr(word, place, 1)
        if (++used[letter] > loose[letter]) count++
    }
    return count + 0
}

# Finds where the word can cross a tile: spot_start and spot_direction.
function find_spot(word,   number, place, cell, letter) {
    if (missing(word) > (tile_count > 0)) return 0
    spot_start = MIDDLE
    spot_direction = ACROSS
    if (tile_count == 0) return 1
    for (number = 1; number <= tile_count; number++) {
        cell = tile[number]
        letter = grid[cell]
        for (place = index(word, letter); place > 0 && place <= length(word); place++) {
            if (substr(word, place, 1) != letter) continue
            spot_direction = ACROSS
            spot_start = cell - (place - 1) * ACROSS
            if (fits(word, spot_start, ACROSS)) return 1
            spot_direction = DOWN
            spot_start = cell - (place - 1) * DOWN
            if (fits(word, spot_start, DOWN)) return 1
        }
    }
    return 0
}

function lay_word_at(word, start, direction,   place, cell, new) {
    for (place = 0; place < length(word); place++) {
        cell = start + place * direction
        if (cell in grid) continue
        lay_tile(cell, substr(word, place + 1, 1))
        new++
    }
    pile[++pile_height] = new
    return 1
}

# Lays a long word from a random sample; if none fits, any word.
function lay_word(   most, size, number, tries, best, start, direction) {
    most = loose_count + 1 < longest ? loose_count + 1 : longest
    for (size = most < 8 ? most : 8; size > 2 && best == ""; size--) {
        for (tries = 0; tries < 60 && how_many[size] > 0 && best == ""; tries++) {
            best = words[size, 1 + random_below(how_many[size])]
            if (!find_spot(best)) best = ""
        }
    }
    if (best != "") return lay_word_at(best, spot_start, spot_direction)
    for (size = 2; size <= most; size++)
        for (number = 1; number <= how_many[size]; number++)
            if (find_spot(words[size, number])) return lay_word_at(words[size, number], spot_start, spot_direction)
    return 0
}

# Lays one letter beside a tile, the hard ones first.
function lay_letter(   rank, letter, first, number, cell, side) {
    if (tile_count == 0 && loose_count > 1) return 0
    first = random_below(tile_count)
    for (rank = 1; rank <= 26; rank++) {
        letter = substr(HARD_LETTERS_FIRST, rank, 1)
        if (!loose[letter]) continue
        if (tile_count == 0) return lay_word_at(letter, MIDDLE, ACROSS)     # one tile alone is legal
        for (number = 1; number <= tile_count; number++) {
            for (side = -1; side <= 1; side += 2) {
                cell = tile[1 + (first + number) % tile_count]
                if (try_letter(cell + side * ACROSS, letter) || try_letter(cell + side * DOWN, letter)) return 1
            }
        }
    }
    return 0
}

function try_letter(cell, letter) {
    if ((cell in grid) || !is_fine(cell, letter, ACROSS) || !is_fine(cell, letter, DOWN)) return 0
    return lay_word_at(letter, cell, ACROSS)
}

# Lays as many loose letters as possible: words first while there are many, then single letters first.
function lay_all() {
    while (loose_count > 0) {
        if (loose_count > 3) {
            if (!lay_word() && !lay_letter()) return
        } else if (!lay_letter() && !lay_word()) return
    }
}

# Whether every tile is on the grid within this many tries.
function solve(tries,   attempt, times) {
    for (attempt = 0; attempt < tries; attempt++) {
        lay_all()
        if (loose_count == 0) return 1
        for (times = 1 + random_below(2 + attempt); times > 0; times--) take_back()
    }
    return 0
}

# The grid as the host expects it: width, height, then the rows.
function drawing(   number, row, column, left, right, top, bottom, text, cell) {
    left = top = 1000
    right = bottom = 0
    for (number = 1; number <= tile_count; number++) {
        row = int(tile[number] / DOWN)
        column = tile[number] % DOWN
        if (column < left) left = column
        if (column > right) right = column
        if (row < top) top = row
        if (row > bottom) bottom = row
    }
    text = sprintf("%03d%03d", right - left + 1, bottom - top + 1)
    for (row = top; row <= bottom; row++) {
        for (column = left; column <= right; column++) {
            cell = row * DOWN + column
            text = text ((cell in grid) ? grid[cell] : ".")
        }
    }
    return text
}

# --- Talking to the host ---------------------------------------------------------------------------------------

function send(message) {
    printf "%s", message        # no newline: the host allows none
    fflush()                    # without this the message waits in awk's own buffer
}

# The letters of the next message. Waits for it. What does not begin with a letter is from a later version of the
# host, and is skipped.
function next_message(   message) {
    do message = next_text()
    while (message !~ /^[A-Z]/)
    return message
}

function next_text(   line, stop, message, got) {
    while ((stop = index(arrived, ".")) == 0) {
        got = 0
        while ((READ | getline line) > 0) {
            arrived = arrived line
            got = 1
        }
        close(READ)
        if (!got) exit          # the host has exited
    }
    message = substr(arrived, 1, stop - 1)
    arrived = substr(arrived, stop + 1)
    return message
}

# In the plain dialect all messages are letters for us.
function hold(letters,   place) {
    for (place = 1; place <= length(letters); place++) {
        loose[substr(letters, place, 1)]++
        loose_count++
    }
}

# Dumps the loose letter that is hardest to use.
function dump(   rank) {
    for (rank = 1; !loose[substr(HARD_LETTERS_FIRST, rank, 1)]; rank++) continue
    dumped = substr(HARD_LETTERS_FIRST, rank, 1)
    loose[dumped]--
    loose_count--
    send("d" dumped)
}
