/*
 * A small Scrabble player in C. It reads the board from the `layout` lines, so it needs no parser for the board's
 * program. On an infinite board, which has no layout, it passes.
 *
 *     cc -O2 -o player player.c
 *     wordhost scrabble ./player ./player
 *
 * How it plays: it starts at each square from which a word can reach a free square next to a tile, and lays tile
 * after tile as long as the word list has words that start with these letters. Of the plays that it finds in a short
 * time, it makes the one whose new letters are worth the most. It ignores premium squares.
 *
 * What to change first: use the kinds of squares, and count the crossing words; start at the square next to the tile
 * instead of every square from which it can be reached; keep good tiles for later.
 */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_KINDS 256  /* of tiles; others stay in the hand */
#define MAX_FACES 64   /* that one tile can stand for */
#define LONGEST 64     /* letters of a word */
#define THINKING_MS 300.0

static void fail(const char *what)
{
    fprintf(stderr, "player: %s\n", what);
    exit(1);
}

static void *room_for(size_t count, size_t size)
{
    void *room = calloc(count ? count : 1, size);

    if (!room)
        fail("no memory");
    return room;
}

/* --- The words: in order, so that those that begin alike stand together ------------------------------------ */

static char *text;     /* the whole file */
static char **words;
static int word_count; /* 0 if all words are valid */

/* Some of the words, one after the other: from, and as far as (but without) to. */
struct range { int from, to; };

static void read_words(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size, at;

    if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0)
        fail("cannot read the dictionary");
    rewind(file);
    text = room_for((size_t)size + 1, 1);
    if (fread(text, 1, (size_t)size, file) != (size_t)size)
        fail("cannot read the dictionary");
    fclose(file);
    words = room_for((size_t)size, sizeof *words);
    for (at = 0; at < size; at += (long)strlen(text + at) + 1) {
        text[at + (long)strcspn(text + at, "\n")] = '\0';
        words[word_count++] = text + at;
    }
}

/* The first word of the range whose letter at `place` is `letter` or a later one. */
static int first_with(struct range range, int place, int letter)
{
    while (range.from < range.to) {
        int middle = range.from + (range.to - range.from) / 2;

        if ((unsigned char)words[middle][place] < letter)
            range.from = middle + 1;
        else
            range.to = middle;
    }
    return range.from;
}

/* Those that go on with this letter; the words of `range` are the same before `place`. */
static struct range going_on(struct range range, int place, char letter)
{
    struct range narrower;

    narrower.from = first_with(range, place, (unsigned char)letter);
    narrower.to = first_with(range, place, (unsigned char)letter + 1);
    return narrower;
}

static int begins_a_word(struct range range)
{
    return word_count == 0 || range.from < range.to;
}

/* Of words with the same first letters the shortest is first. */
static int is_word(struct range range, int length)
{
    return word_count == 0 || (range.from < range.to && words[range.from][length] == '\0');
}

/* --- The board: a cell is row * line + column, and there is a border without squares around it -------------- */

static int has_layout, left, top, line;
static int cells, rows_read;
static char *squares;  /* 1 where the board has a square */
static char *grid;     /* the letter that lies there, or 0 */
static int center_x, center_y, tiles_lie;

static void make_board(int x, int y, int width, int height)
{
    has_layout = 1;
    left = x - 1;
    top = y - 1;
    line = width + 2;
    cells = line * (height + 2);
    squares = room_for((size_t)cells, 1);
    grid = room_for((size_t)cells, 1);
}

static void read_row(const char *row)
{
    int column;

    rows_read++;
    for (column = 1; column < line - 1 && row[column - 1] != '\0' && rows_read * line + column < cells; column++)
        squares[rows_read * line + column] = row[column - 1] != '#';
}

/* -1 where our board has no place for it. */
static int cell_at(int x, int y)
{
    int column = x - left, row = y - top;

    if (!has_layout || column < 1 || column >= line - 1 || row < 1 || row >= cells / line - 1)
        return -1;
    return row * line + column;
}

/* Whether a play must cover this cell or another one like it. */
static int is_anchor(int cell)
{
    if (!squares[cell] || grid[cell])
        return 0;
    if (!tiles_lie)
        return cell == cell_at(center_x, center_y);
    return grid[cell - 1] || grid[cell + 1] || grid[cell - line] || grid[cell + line];
}

/* Whether the run through this cell would be a word, or only one letter, if `letter` stood in it. */
static int is_fine(int cell, char letter, int direction)
{
    struct range range = {0, word_count};
    int first = cell, at, length = 0;

    while (grid[first - direction])
        first -= direction;
    for (at = first; at == cell || grid[at]; at += direction) {
        if (begins_a_word(range))
            range = going_on(range, length, at == cell ? letter : grid[at]);
        length++;
    }
    return length == 1 || is_word(range, length);
}

/* --- The tiles ---------------------------------------------------------------------------------------------- */

struct face { char letter; int points; };

static struct { int faces; struct face face[MAX_FACES]; } table[MAX_KINDS];
static int hand[MAX_KINDS], hand_count;

/* D2 or A0,B0,C0: letters that are no single bytes are left out. */
static void read_faces(int tile, char *list)
{
    char *face;

    if (tile < 0 || tile >= MAX_KINDS)
        return;
    for (face = strtok(list, ","); face; face = strtok(NULL, ",")) {
        if (face[0] < 'A' || face[0] > 'Z' || table[tile].faces == MAX_FACES)
            continue;
        table[tile].face[table[tile].faces].letter = face[0];
        table[tile].face[table[tile].faces++].points = atoi(face + 1);
    }
}

static void take(int tile, int count)
{
    if (tile < 0 || tile >= MAX_KINDS)
        return;
    hand[tile] += count;
    hand_count += count;
}

/* --- Looking for a play ------------------------------------------------------------------------------------- */

struct placement { int cell, tile; struct face face; };
struct play { int count, points; struct placement placed[LONGEST]; };

static struct play so_far, best;
static struct timespec began;
static double allowed;

static int time_is_up(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - began.tv_sec) * 1e3 + (now.tv_nsec - began.tv_nsec) / 1e6 > allowed;
}

static void go_on(int cell, int direction, struct range range, int length, int anchored);

static void lay_and_go_on(int cell, int direction, struct range range, int length, int anchored)
{
    int crossing = direction == 1 ? line : 1;
    int tile, number;

    for (tile = 0; tile < MAX_KINDS; tile++) {
        for (number = 0; hand[tile] > 0 && number < table[tile].faces; number++) {
            struct face face = table[tile].face[number];
            struct range narrower = going_on(range, length, face.letter);

            if (!begins_a_word(narrower) || !is_fine(cell, face.letter, crossing))
                continue;
            so_far.placed[so_far.count++] = (struct placement){cell, tile, face};
            so_far.points += face.points;
            take(tile, -1);
            go_on(cell + direction, direction, narrower, length + 1, anchored || is_anchor(cell));
            take(tile, 1);
            so_far.points -= face.points;
            so_far.count--;
        }
    }
}

/* The word has `length` letters so far, those of all words in `range`. */
static void go_on(int cell, int direction, struct range range, int length, int anchored)
{
    if (length == LONGEST)
        return;
    if (grid[cell]) {
        struct range narrower = going_on(range, length, grid[cell]);

        if (begins_a_word(narrower))
            go_on(cell + direction, direction, narrower, length + 1, anchored);
        return;
    }
    if (length > 1 && anchored && is_word(range, length)
        && so_far.points * 100 + so_far.count > best.points * 100 + best.count)
        best = so_far;
    if (squares[cell] && hand_count > 0 && !time_is_up())
        lay_and_go_on(cell, direction, range, length, anchored);
}

/* Whether a word that begins here can reach an anchor with the tiles that we hold. */
static int is_start(int cell, int direction)
{
    int tiles;

    if (!squares[cell] || grid[cell - direction])
        return 0;
    for (tiles = 0; tiles < hand_count && squares[cell]; cell += direction) {
        if (is_anchor(cell))
            return 1;
        tiles += !grid[cell];
    }
    return 0;
}

static void look_for_plays(void)
{
    struct range all = {0, word_count};
    /* Start at a random square, so that a short time does not always leave out the same corner. */
    int first = has_layout ? rand() % cells : 0, count;

    best.count = 0;
    best.points = -1;
    for (count = 0; has_layout && count < cells && !time_is_up(); count++) {
        int cell = (first + count) % cells;

        /* Cells of the border have no square, so that nothing begins there. */
        if (is_start(cell, 1))
            go_on(cell, 1, all, 0, 0);
        if (is_start(cell, line))
            go_on(cell, line, all, 0, 0);
    }
}

/* --- Talking ------------------------------------------------------------------------------------------------ */

static void answer(const char *turn_ms, const char *turn)
{
    int number;

    clock_gettime(CLOCK_MONOTONIC, &began);
    allowed = strcmp(turn_ms, "none") == 0 ? THINKING_MS : atof(turn_ms) / 4;
    if (allowed > THINKING_MS)
        allowed = THINKING_MS;
    look_for_plays();
    /* The tag says which turn we answer: if it is too late, the host ignores it. */
    printf("@%s %s", turn, best.count > 0 ? "play" : "pass");
    for (number = 0; number < best.count; number++) {
        struct placement one = best.placed[number];

        printf(" %d %d %d%c%d", one.cell % line + left, one.cell / line + top, one.tile, one.face.letter,
               one.face.points);
    }
    printf("\n");
}

/* X Y IDcPOINTS, three tokens each, until there are no more or `new` comes. */
static void lay_tokens(int mine)
{
    char *x, *y, *tile;

    while ((x = strtok(NULL, " ")) && strcmp(x, "new") != 0 && (y = strtok(NULL, " ")) && (tile = strtok(NULL, " "))) {
        int cell = cell_at(atoi(x), atoi(y));
        char *letter;
        int id = (int)strtol(tile, &letter, 10);

        tiles_lie = 1;
        if (cell >= 0)
            grid[cell] = *letter;
        if (mine)
            take(id, -1);
    }
}

/* IDxN tokens. */
static void draw_tokens(void)
{
    char *token, *count;

    while ((token = strtok(NULL, " "))) {
        int id = (int)strtol(token, &count, 10);

        take(id, *count == 'x' ? atoi(count + 1) : 0);
    }
}

static const char *token(void)
{
    const char *next = strtok(NULL, " ");

    return next ? next : "";
}

/* One line of the host. 0 when the game is over. */
static int hear(char *said)
{
    char *keyword = strtok(said, " ");

    if (!keyword)
        return 1;
    if (strcmp(keyword, "dictionary") == 0) {
        char *path = strtok(NULL, "");  /* the rest of the line: there may be spaces in it */

        if (path && strcmp(path, "none") != 0)
            read_words(path);
    } else if (strcmp(keyword, "center") == 0) {
        center_x = atoi(token());
        center_y = atoi(token());
    } else if (strcmp(keyword, "layout") == 0) {
        const char *x = token(), *y = token(), *width = token(), *height = token();

        if (strcmp(x, "none") != 0)
            make_board(atoi(x), atoi(y), atoi(width), atoi(height));
    } else if (strcmp(keyword, "row") == 0) {
        read_row(token());
    } else if (strcmp(keyword, "tile") == 0) {
        int tile = atoi(token());
        char *faces = strtok(NULL, " ");

        if (faces)
            read_faces(tile, faces);
    } else if (strcmp(keyword, "hand") == 0) {
        draw_tokens();
    } else if (strcmp(keyword, "end") == 0) {
        puts("ready");
    } else if (strcmp(keyword, "turn") == 0) {
        const char *ms = token();

        answer(ms, token());
    } else if (strcmp(keyword, "played") == 0) {
        token();  /* the player */
        token();  /* its points */
        lay_tokens(0);
    } else if (strcmp(keyword, "playsuccess") == 0) {
        token();
        lay_tokens(1);
        draw_tokens();
    }
    /* No answer to other lines: passed, changed, playfailed, timeout, error lines, unknown lines. */
    fflush(stdout);  /* without it the host would not see what we said in time */
    return strcmp(keyword, "gameover") != 0;
}

int main(void)
{
    const char *seed = getenv("WORDHOST_PLAYER_SEED");
    char *said = NULL;
    size_t room = 0;
    ssize_t length;

    srand(seed ? (unsigned)strtoul(seed, NULL, 10) : 1);
    while ((length = getline(&said, &room, stdin)) > 0) {
        said[strcspn(said, "\r\n")] = '\0';
        if (!hear(said))
            break;
    }
    free(said);
    return 0;
}
