/*
 * A small Bananagrams player in C. It speaks the plain dialect.
 *
 *     cc -O2 -o player player.c
 *     wordhost ./player ./player
 *
 * How it plays: it lays the longest word that it finds, then words that cross it, then single letters next to other
 * tiles. It puts everything that it lays on a stack: when it is stuck, it takes back the last few words and tries
 * others. If that fails, it dumps the letter that is hardest to use.
 *
 * What to change first: search the word list as a tree (a trie) instead of word by word; remove words anywhere on the
 * board, not only the last ones; and check for new letters during the search, not only after it.
 */

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIDE 400          /* the board; no word may reach its border */
#define MAX_TILES 2000    /* more than any bunch that is played with */
#define MAX_WORDS 1000000
#define LONGEST 40        /* longer words are left out */
#define ACROSS 1
#define DOWN SIDE
#define TRIES_BEFORE_DUMP 300

static const char hard_letters_first[] = "QJXZVKWYFBHMPCGUDLNTSRIOAE";

/* --- The words -------------------------------------------------------------------------------------------- */

static const char *words[MAX_WORDS];
static int word_count;

static void fail(const char *what)
{
    fprintf(stderr, "player: %s\n", what);
    exit(1);
}

/* The host names the file of the words: uppercase, one on each line, sorted. */
static void read_words(void)
{
    static char line[1000];
    const char *path = getenv("WORDHOST_DICTIONARY");
    FILE *file = path ? fopen(path, "r") : NULL;

    if (!file)
        fail("cannot read the file in WORDHOST_DICTIONARY");
    while (word_count < MAX_WORDS && fgets(line, sizeof line, file)) {
        size_t length = strcspn(line, "\r\n");
        char *word;

        line[length] = '\0';
        if (length == 0 || length > LONGEST || strspn(line, hard_letters_first) != length)
            continue;
        word = malloc(length + 1);
        if (!word)
            fail("not enough memory for the words");
        words[word_count++] = strcpy(word, line);
    }
    fclose(file);
}

static int compare(const void *one, const void *other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

static int is_word(const char *text)
{
    return bsearch(&text, words, (size_t)word_count, sizeof words[0], compare) != NULL;
}

/* --- The board -------------------------------------------------------------------------------------------- */

static char grid[SIDE * SIDE];  /* a letter, or 0; a cell is row * SIDE + column */
static int tiles[MAX_TILES];    /* the cells that hold one, in the order in which they were laid */
static int tile_count;
static int pile[MAX_TILES];     /* how many tiles each thing that was laid had */
static int pile_height;
static int loose[128];          /* how many of each letter are not on the grid */
static int loose_count;

static int on_border(int cell)
{
    int row = cell / SIDE, column = cell % SIDE;

    return row == 0 || row == SIDE - 1 || column == 0 || column == SIDE - 1;
}

/* Whether the run through this cell would be a word, or only one letter, if `letter` stood in it. */
static int is_fine(int cell, char letter, int direction)
{
    char run[SIDE];
    int length = 0, first = cell, at;

    while (grid[first - direction])
        first -= direction;
    for (at = first; at == cell || grid[at]; at += direction)
        run[length++] = at == cell ? letter : grid[at];
    run[length] = '\0';
    return length == 1 || is_word(run);
}

static void lay_tile(int cell, char letter)
{
    grid[cell] = letter;
    tiles[tile_count++] = cell;
    loose[(int)letter]--;
    loose_count--;
}

static void take_back(void)
{
    int count;

    if (pile_height == 0)
        return;
    for (count = pile[--pile_height]; count > 0; count--) {
        int cell = tiles[--tile_count];

        loose[(int)grid[cell]]++;
        loose_count++;
        grid[cell] = 0;
    }
}

/* Whether the word can start in this cell: it makes only words, and its new letters are loose. */
static int fits(const char *word, int start, int direction)
{
    int crossing = direction == ACROSS ? DOWN : ACROSS;
    int used[128] = {0};
    int length = (int)strlen(word), new_tiles = 0, index;

    for (index = -1; index <= length; index++) {
        int cell = start + index * direction;

        if (cell < 0 || cell >= SIDE * SIDE || on_border(cell))
            return 0;
        if (index == -1 || index == length) {
            if (grid[cell])
                return 0;  /* the word would be longer than itself */
        } else if (grid[cell]) {
            if (grid[cell] != word[index])
                return 0;
        } else {
            if (++used[(int)word[index]] > loose[(int)word[index]])
                return 0;
            if (!is_fine(cell, word[index], crossing))
                return 0;
            new_tiles++;
        }
    }
    return new_tiles > 0;
}

/* --- Laying tiles ----------------------------------------------------------------------------------------- */

static int random_below(int limit)
{
    return (int)(rand() / (RAND_MAX + 1.0) * limit);
}

/* How many of the word's letters are not loose. */
static int missing(const char *word)
{
    int used[128] = {0}, count = 0;

    for (; *word; word++)
        if (++used[(int)*word] > loose[(int)*word])
            count++;
    return count;
}

/* Where the word can cross a tile; also says in which direction. 0 if nowhere. */
static int find_spot(const char *word, int *direction)
{
    int tile, index;

    *direction = ACROSS;
    if (tile_count == 0)
        return missing(word) ? 0 : SIDE / 2 * SIDE + SIDE / 2;
    for (tile = 0; tile < tile_count; tile++) {
        for (index = 0; word[index]; index++) {
            if (word[index] != grid[tiles[tile]])
                continue;
            for (*direction = ACROSS; ; *direction = DOWN) {
                int start = tiles[tile] - index * *direction;

                if (fits(word, start, *direction))
                    return start;
                if (*direction == DOWN)
                    break;
            }
        }
    }
    return 0;
}

/* Lays the longest word that it finds. It passes over every other word, so that the next time is different. */
static int lay_word(void)
{
    const char *best = NULL;
    int best_start = 0, best_direction = ACROSS, best_length = 0;
    int first = word_count ? random_below(word_count) : 0, count, index;

    for (count = 0; count < word_count; count++) {
        const char *word = words[(first + count) % word_count];
        int length = (int)strlen(word), start, direction;

        if (length <= best_length || length > loose_count + 1 || missing(word) > 1 || random_below(2))
            continue;
        start = find_spot(word, &direction);
        if (start) {
            best = word;
            best_length = length;
            best_start = start;
            best_direction = direction;
        }
    }
    if (!best)
        return 0;
    pile[pile_height] = 0;
    for (index = 0; index < best_length; index++) {
        int cell = best_start + index * best_direction;

        if (!grid[cell]) {
            lay_tile(cell, best[index]);
            pile[pile_height]++;
        }
    }
    pile_height++;
    return 1;
}

/* Lays one letter beside a tile, the hard ones first. */
static int lay_letter(void)
{
    static const int beside[] = {-ACROSS, ACROSS, -DOWN, DOWN};
    int first = tile_count ? random_below(tile_count) : 0, tile, side;
    const char *letter;

    if (tile_count == 0 && loose_count > 1)
        return 0;
    for (letter = hard_letters_first; *letter; letter++) {
        if (!loose[(int)*letter])
            continue;
        if (tile_count == 0) {  /* one tile alone is legal */
            lay_tile(SIDE / 2 * SIDE + SIDE / 2, *letter);
            pile[pile_height++] = 1;
            return 1;
        }
        for (tile = 0; tile < tile_count; tile++) {
            for (side = 0; side < 4; side++) {
                int cell = tiles[(first + tile) % tile_count] + beside[side];

                if (grid[cell] || on_border(cell))
                    continue;
                if (is_fine(cell, *letter, ACROSS) && is_fine(cell, *letter, DOWN)) {
                    lay_tile(cell, *letter);
                    pile[pile_height++] = 1;
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* Lays as many loose letters as possible: words first while there are many, then single letters first. */
static void lay_all(void)
{
    while (loose_count > 0) {
        if (loose_count > 3 ? !lay_word() && !lay_letter() : !lay_letter() && !lay_word())
            return;
    }
}

/* Whether every tile is on the grid within this many tries. */
static int solve(int tries)
{
    int attempt, times;

    for (attempt = 0; attempt < tries; attempt++) {
        lay_all();
        if (loose_count == 0)
            return 1;
        for (times = 1 + random_below(2 + attempt); times > 0; times--)
            take_back();
    }
    return 0;
}

/* --- Talking to the host ---------------------------------------------------------------------------------- */

static void send_all(const char *text, size_t length)
{
    fwrite(text, 1, length, stdout);
    fflush(stdout); /* without this the message waits in our own buffer */
}

/* p, the width and the height in three digits each, then the rows. */
static void send_peel(void)
{
    static char message[8 + SIDE * SIDE];
    int left = SIDE, right = 0, top = SIDE, bottom = 0, tile, row, column, length;

    for (tile = 0; tile < tile_count; tile++) {
        row = tiles[tile] / SIDE;
        column = tiles[tile] % SIDE;
        if (column < left) left = column;
        if (column > right) right = column;
        if (row < top) top = row;
        if (row > bottom) bottom = row;
    }
    length = sprintf(message, "p%03d%03d", right - left + 1, bottom - top + 1);
    for (row = top; row <= bottom; row++)
        for (column = left; column <= right; column++)
            message[length++] = grid[row * SIDE + column] ? grid[row * SIDE + column] : '.';
    send_all(message, (size_t)length);
}

/* Dumps the loose letter that is hardest to use. */
static char send_dump(void)
{
    const char *letter = hard_letters_first;
    char message[2] = "d";

    while (!loose[(int)*letter])
        letter++;
    loose[(int)*letter]--;
    loose_count--;
    message[1] = *letter;
    send_all(message, 2);
    return *letter;
}

static char arrived[65536]; /* what was read and not yet looked at: from `next` to `end` */
static size_t next, end;

static void read_more(void)
{
    ssize_t count = read(STDIN_FILENO, arrived, sizeof arrived);

    if (count <= 0)
        exit(0); /* the host has exited */
    next = 0;
    end = (size_t)count;
}

static int something_arrived(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    return next < end || poll(&input, 1, 0) > 0;
}

static char next_sign(void)
{
    if (next == end)
        read_more();
    return arrived[next++];
}

/*
 * Takes in the letters of the next message, up to its period; gives how many there were, and the last one.
 * Waits for it. What does not begin with a letter is from a later version of the host, and is skipped.
 */
static int take_message(char *last)
{
    int count = 0, ours = 1;
    char sign;

    while ((sign = next_sign()) != '.') {
        if (sign < 'A' || sign > 'Z')
            ours = 0;
        if (!ours || tile_count + loose_count >= MAX_TILES)
            continue;
        loose[(int)sign]++;
        loose_count++;
        count++;
        *last = sign;
    }
    return count;
}

int main(void)
{
    char last = 0, dumped = 0; /* the letter that we dumped, until the host answers */
    int offered = 0;           /* we have peeled and have no answer yet */
    int patience = TRIES_BEFORE_DUMP;
    const char *seed = getenv("WORDHOST_PLAYER_SEED");

    srand(seed ? (unsigned)strtoul(seed, NULL, 10) : 1u);
    read_words();
    send_all("r", 1);
    take_message(&last);

    for (;;) {
        int count;

        /* Search only when there is no input. If a dump has no answer yet, wait for it. */
        if (!dumped && !offered && !something_arrived()) {
            if (solve(patience)) {
                send_peel();
                offered = 1;
            } else if (loose_count > 0) {
                dumped = send_dump();
            }
        }
        count = take_message(&last);
        if (count > 0)
            offered = 0; /* new letters to lay */
        if (dumped && count == 3) {
            dumped = 0;
            patience = TRIES_BEFORE_DUMP;
        } else if (dumped && count == 1 && last == dumped) {
            dumped = 0; /* the letter came back because the bunch is nearly empty: try harder */
            patience *= 2;
        }
    }
}
