/*
 * A small Boggle player in C, for both sets of rules.
 *
 *     cc -O2 -o player player.c
 *     wordhost boggle ./player ./player
 *     wordhost boggle --rules turns ./player ./player
 *
 * How it plays: it walks over the board from each cell, as long as the word list has words that start with these
 * letters. The list is sorted, so these words are next to each other, and each letter narrows the range. It finds
 * every word before it is ready. With the classic rules it guesses all of them; with turns, the longest word that
 * nobody has found yet.
 *
 * What to change first: with the classic rules it already finds all words; a faster search helps if the time is short
 * or the board is large.
 */

#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SIDE 16
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define MAX_LETTERS 4         /* of a cell */
#define LETTERS_FOR_POINTS 3  /* shorter words score nothing */

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

static char *text;        /* the whole file */
static char **words;
static char *is_found;    /* 1 for each word that is in `found` */
static int word_count;

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
    is_found = room_for((size_t)word_count, 1);
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

/* --- The board: a cell is row * width + column --------------------------------------------------------------- */

static int width, cell_count;
static char cells[MAX_CELLS][MAX_LETTERS + 1];  /* one letter, or several as in QU */
static char is_used[MAX_CELLS];

static void add_cell(const char *letters)
{
    if (cell_count == MAX_CELLS || strlen(letters) > MAX_LETTERS)
        fail("unknown kind of board");
    strcpy(cells[cell_count++], letters);
}

/* --- Finding the words --------------------------------------------------------------------------------------- */

static char **found;  /* the longest first */
static int found_count;

static void keep(int number)
{
    if (is_found[number])
        return;
    is_found[number] = 1;
    found[found_count++] = words[number];
}

/* The path has spelled `length` letters so far, those of all words in `range`, and goes to this cell now. */
static void go_on(int cell, struct range range, int length)
{
    const char *letter;
    int x = cell % width, y = cell / width, right, down;

    for (letter = cells[cell]; *letter; letter++) {
        range = going_on(range, length++, *letter);
        if (range.from == range.to)
            return;
    }
    /* Of words with the same first letters the shortest is first. */
    if (words[range.from][length] == '\0' && length >= LETTERS_FOR_POINTS)
        keep(range.from);
    is_used[cell] = 1;
    for (down = -1; down <= 1; down++) {
        for (right = -1; right <= 1; right++) {
            int next = cell + right + down * width;

            if (x + right < 0 || x + right >= width || y + down < 0 || next >= cell_count || is_used[next])
                continue;
            go_on(next, range, length);
        }
    }
    is_used[cell] = 0;
}

static int by_length(const void *one, const void *other)
{
    size_t a = strlen(*(char *const *)one), b = strlen(*(char *const *)other);

    return a < b ? 1 : a > b ? -1 : 0;
}

static void find_words(void)
{
    struct range all = {0, word_count};
    int cell;

    found = room_for((size_t)word_count, sizeof *found);
    for (cell = 0; cell < cell_count; cell++)
        go_on(cell, all, 0);
    qsort(found, (size_t)found_count, sizeof *found, by_length);
}

/* --- Talking ------------------------------------------------------------------------------------------------- */

static int is_classic = 1;

static void say(const char *message, const char *word)
{
    printf("%s%s\n", message, word);
    fflush(stdout);  /* without it the host would not see it in time */
}

static void guess_all(void)
{
    int number;

    for (number = 0; number < found_count; number++)
        say("guess ", found[number]);
    say("done", "");
}

/* A longer word scores at least as many points. */
static void answer(const char *turn)
{
    /* The tag says which turn we answer: if it is too late, the host ignores it. */
    printf("@%s ", turn);
    if (found_count > 0)
        say("guess ", found[0]);
    else
        say("pass", "");
}

/* Somebody has guessed it, so it scores nothing any more. */
static void settle(const char *word)
{
    int from, to = 0;

    for (from = 0; from < found_count; from++)
        if (strcmp(found[from], word) != 0)
            found[to++] = found[from];
    found_count = to;
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
    if (strcmp(keyword, "rules") == 0) {
        is_classic = strcmp(token(), "classic") == 0;
    } else if (strcmp(keyword, "dictionary") == 0) {
        char *path = strtok(NULL, "");  /* the rest of the line: there may be spaces in it */

        read_words(path ? path : "");
    } else if (strcmp(keyword, "board") == 0) {
        width = atoi(token());
    } else if (strcmp(keyword, "row") == 0) {
        const char *letters;

        while (*(letters = token()))
            add_cell(letters);
    } else if (strcmp(keyword, "end") == 0) {
        find_words();
        say("ready", "");
    } else if (strcmp(keyword, "start") == 0 && is_classic) {
        guess_all();
    } else if (strcmp(keyword, "turn") == 0) {
        token();  /* its milliseconds: we need none */
        answer(token());
    } else if (strcmp(keyword, "scored") == 0 || strcmp(keyword, "missed") == 0) {
        token();  /* by any player */
        settle(token());
    }
    /* No answer to other lines: names, passed, timeout, forfeited, found, unknown lines. */
    return strcmp(keyword, "gameover") != 0;
}

int main(void)
{
    char *said = NULL;
    size_t room = 0;
    ssize_t length;

    while ((length = getline(&said, &room, stdin)) > 0) {
        said[strcspn(said, "\r\n")] = '\0';
        if (!hear(said))
            break;
    }
    free(said);
    return 0;
}
