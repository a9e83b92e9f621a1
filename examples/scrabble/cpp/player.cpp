// A small Scrabble player in C++17.
//
//     c++ -std=c++17 -O2 -o player player.cpp
//     wordhost scrabble ./player ./player
//
// How it plays: it reads the board from the `layout` lines, tries each word that can be made from its tiles and the
// letters of a row or column, and lays the word whose tiles are worth the most. On a board without `layout`, or
// without a word list, it passes.
//
// What to change first: `play_of` counts only the points on the tiles; the `premium` lines list the squares that
// multiply points.
#include <algorithm>
#include <bitset>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

using Place = std::pair<int, int>;
using Letter = std::string;  // one, in UTF-8
using Clock = std::chrono::steady_clock;

struct Word {
    std::vector<Letter> letters;
    std::uint64_t bits;  // the set of its letters
};

static const std::chrono::milliseconds THINKING{1000};  // or a quarter of the turn, if that is less
static const Place ACROSS = {1, 0}, DOWN = {0, 1};
static std::vector<Word> words;
static std::unordered_set<std::string> is_word;
static Place center, corner, size;
static std::vector<std::string> rows;
static std::map<int, std::map<Letter, int>> faces;  // tile -> letter -> points: all that it can stand for
static std::vector<int> hand;                       // tiles, those of one letter first
static std::map<Place, Letter> grid;

static Place plus(Place at, Place step, int times) {
    return {at.first + step.first * times, at.second + step.second * times};
}
static Place other(Place step) { return {step.second, step.first}; }

static std::vector<Letter> letters_of(const std::string &text) {
    std::vector<Letter> letters;
    for (char byte : text) {
        if ((byte & 0xc0) == 0x80 && !letters.empty()) letters.back() += byte;  // goes on with a letter of UTF-8
        else letters.emplace_back(1, byte);
    }
    return letters;
}

static std::uint64_t bit(const Letter &letter) { return std::uint64_t{1} << (letter.back() & 63); }

static bool is_square(Place at) {
    const int x = at.first - corner.first, y = at.second - corner.second;
    return x >= 0 && y >= 0 && x < size.first && y < size.second && rows[y][x] != '#';
}

// The run through a free cell, if this letter lay there.
static std::string run_through(Place at, const Letter &letter, Place step) {
    std::string run = letter;
    for (int times = -1; grid.count(plus(at, step, times)); times--) run = grid[plus(at, step, times)] + run;
    for (int times = 1; grid.count(plus(at, step, times)); times++) run += grid[plus(at, step, times)];
    return run;
}

// What the play of a word from a cell on is worth, and its placements; 0 if it is none.
static std::pair<int, std::string> play_of(const std::vector<Letter> &word, Place at, Place step) {
    if (grid.count(plus(at, step, -1)) || grid.count(plus(at, step, static_cast<int>(word.size())))) return {};
    std::vector<int> held = hand;
    std::ostringstream placements;
    int worth = 0;
    bool touches = false;
    for (const Letter &letter : word) {
        const auto there = grid.find(at);
        if (there != grid.end()) {
            if (there->second != letter) return {};
            touches = true;
        } else {
            const auto stands_for = [&](int tile) { return faces[tile].count(letter) > 0; };
            const auto tile = std::find_if(held.begin(), held.end(), stands_for);
            if (tile == held.end() || !is_square(at)) return {};
            const std::string run = run_through(at, letter, other(step));
            if (run != letter && !is_word.count(run)) return {};
            touches = touches || run != letter || (grid.empty() && at == center);
            const int points = faces[*tile][letter];
            placements << ' ' << at.first << ' ' << at.second << ' ' << *tile << letter << points;
            worth += 1 + points;
            held.erase(tile);
        }
        at = plus(at, step, 1);
    }
    if (!touches) return {};
    return {worth, placements.str()};
}

// Whether something lies in this row or column, or beside it; at first, whether the center is in it.
static bool is_near(Place first, Place step, int length) {
    for (int times = 0; times < length; times++) {
        const Place at = plus(first, step, times);
        if (grid.empty() && at == center) return true;
        for (int aside = -1; aside <= 1; aside++)
            if (grid.count(plus(at, other(step), aside))) return true;
    }
    return false;
}

// Makes the best play of a row or column the best of all, if it is.
static void try_line(Place first, Place step, int length, Clock::time_point until, std::pair<int, std::string> &best) {
    if (!is_near(first, step, length)) return;
    std::uint64_t available = 0;
    std::size_t blanks = 0;
    for (int tile : hand) {
        if (faces[tile].size() == 1) available |= bit(faces[tile].begin()->first);
        else blanks++;
    }
    for (int times = 0; times < length; times++)
        if (grid.count(plus(first, step, times))) available |= bit(grid[plus(first, step, times)]);
    for (const Word &word : words) {
        if (std::bitset<64>(word.bits & ~available).count() > blanks) continue;
        if (Clock::now() > until) return;
        for (int times = 0; times + static_cast<int>(word.letters.size()) <= length; times++)
            best = std::max(best, play_of(word.letters, plus(first, step, times), step));
    }
}

static std::string best_play(Clock::time_point until) {
    std::pair<int, std::string> best;
    for (int y = 0; y < size.second; y++) try_line(plus(corner, DOWN, y), ACROSS, size.first, until, best);
    for (int x = 0; x < size.first; x++) try_line(plus(corner, ACROSS, x), DOWN, size.second, until, best);
    return best.second;
}

static void draw(std::istream &counts) {
    char x;
    for (int tile, count; counts >> tile >> x >> count;) hand.insert(hand.end(), count, tile);
    std::stable_sort(hand.begin(), hand.end(), [](int a, int b) { return faces[a].size() < faces[b].size(); });
}

// Lays all up to the end of the line, or the word `new`.
static void lay(std::istream &placements, bool is_mine) {
    std::string x, y, what;
    while (placements >> x && x != "new" && placements >> y >> what) {
        std::size_t end = 0;
        const int tile = std::stoi(what, &end);
        grid[{std::stoi(x), std::stoi(y)}] = letters_of(what.substr(end)).front();
        const auto held = std::find(hand.begin(), hand.end(), tile);
        if (is_mine && held != hand.end()) hand.erase(held);
    }
}

static void read_words(const std::string &path) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        is_word.insert(line);
        Word word{letters_of(line), 0};
        for (const Letter &letter : word.letters) word.bits |= bit(letter);
        if (word.letters.size() > 1) words.push_back(word);
    }
}

static void read_tile(std::istream &rest) {
    int tile;
    std::string face;
    rest >> tile >> std::ws;
    while (std::getline(rest, face, ',')) {
        const Letter letter = letters_of(face).front();
        faces[tile][letter] = std::stoi(face.substr(letter.size()));
    }
}

static void take_turn(const std::string &limit, const std::string &turn) {
    auto thinking = THINKING;
    if (limit != "none") thinking = std::min(THINKING, std::chrono::milliseconds(std::stoll(limit) / 4));
    const std::string placements = best_play(Clock::now() + thinking);
    std::cout << '@' << turn << (placements.empty() ? " pass" : " play" + placements) << std::endl;
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream rest(line);
        std::string keyword, first, second;
        rest >> keyword;
        if (keyword == "dictionary" && line != "dictionary none") read_words(line.substr(keyword.size() + 1));
        if (keyword == "center") rest >> center.first >> center.second;
        if (keyword == "layout") rest >> corner.first >> corner.second >> size.first >> size.second;
        if (keyword == "row" && rest >> first) rows.push_back(first);
        if (keyword == "tile") read_tile(rest);
        if (keyword == "hand" || keyword == "changesuccess") draw(rest);
        if (keyword == "end") std::cout << "ready" << std::endl;  // with a flush: the host cannot hear what is in a buffer
        if (keyword == "played" && rest >> first >> second) lay(rest, false);
        if (keyword == "playsuccess" && rest >> first) {
            lay(rest, true);
            draw(rest);
        }
        if (keyword == "turn" && rest >> first >> second) take_turn(first, second);
        if (keyword == "gameover") break;
    }
}
