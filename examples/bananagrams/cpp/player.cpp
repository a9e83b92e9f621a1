// A small Bananagrams player in C++17, in the plain dialect.
//
//     c++ -std=c++17 -O2 -o player player.cpp
//     wordhost ./player ./player
//
// How it plays: it lays a long word, then words that cross it, then single letters next to other tiles. When it is
// stuck, it takes back the last few words and tries others. After many failed tries it dumps a letter.
//
// What to change first: `lay_word` tries random words; a tree of letters (a trie) finds the words that the tiles can
// make.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

using Place = std::pair<int, int>;

static const int TRIES = 30, SAMPLE = 5000;
static const std::string HARD_LETTERS_FIRST = "QJXZVKWYFBHMPCGUDLNTSRIOAE";
static const Place ACROSS = {1, 0}, DOWN = {0, 1};
static std::vector<std::string> words;
static std::unordered_set<std::string> is_word;
static std::array<int, 128> loose;             // letter -> how many are not on the grid
static std::map<Place, char> grid;
static std::vector<std::vector<Place>> pile;   // the cells of each word or letter that was laid, in order
static std::mt19937 chance{std::random_device{}()};

static int random_below(int limit) { return std::uniform_int_distribution<>(0, limit - 1)(chance); }
static int loose_count() { return std::accumulate(loose.begin(), loose.end(), 0); }
static Place plus(Place at, Place step, int times) {
    return {at.first + step.first * times, at.second + step.second * times};
}
static void hold(const std::string &letters) {
    for (char letter : letters) loose[letter]++;
}

// Whether what lies in a row or column through a cell is a word, or this letter alone.
static bool is_fine(Place at, Place step) {
    while (grid.count(plus(at, step, -1))) at = plus(at, step, -1);
    std::string run;
    for (; grid.count(at); at = plus(at, step, 1)) run += grid[at];
    return run.size() == 1 || is_word.count(run);
}

static void take_back() {
    if (pile.empty()) return;
    for (Place at : pile.back()) {
        loose[grid[at]]++;
        grid.erase(at);
    }
    pile.pop_back();
}

// Lays a word, or a letter, if its new letters are loose and it makes only words.
static bool lay(const std::string &word, Place at, Place step) {
    std::vector<Place> laid;
    bool fits = true;
    for (char letter : word) {
        if (!grid.count(at) && loose[letter] > 0) {
            grid[at] = letter;
            loose[letter]--;
            laid.push_back(at);
        }
        const auto there = grid.find(at);
        if (there == grid.end() || there->second != letter) {
            fits = false;
            break;
        }
        at = plus(at, step, 1);
    }
    for (Place each : laid) fits = fits && is_fine(each, ACROSS) && is_fine(each, DOWN);
    fits = fits && !laid.empty();
    pile.push_back(laid);
    if (!fits) take_back();
    return fits;
}

static std::vector<Place> cells() {
    std::vector<Place> all;
    for (const auto &laid : pile) all.insert(all.end(), laid.begin(), laid.end());
    return all;
}

// Lays a word across a tile that has one of its letters.
static bool cross(const std::string &word) {
    if (grid.empty()) return lay(word, {0, 0}, ACROSS);
    for (Place at : cells())
        for (int place = 0; place < static_cast<int>(word.size()); place++)
            if (word[place] == grid[at] &&
                (lay(word, plus(at, ACROSS, -place), ACROSS) || lay(word, plus(at, DOWN, -place), DOWN)))
                return true;
    return false;
}

// Whether all letters of a word are loose, but for one that may lie on the grid.
static bool is_possible(const std::string &word) {
    const auto missing = std::count_if(word.begin(), word.end(), [](char letter) { return loose[letter] == 0; });
    return word.size() > 1 && missing <= (grid.empty() ? 0 : 1);
}

static bool lay_word() {
    std::vector<std::string> some;
    for (int times = 0; times < SAMPLE; times++) {
        const std::string &word = words[random_below(static_cast<int>(words.size()))];
        if (is_possible(word)) some.push_back(word);
    }
    std::sort(some.begin(), some.end(), [](const auto &one, const auto &other) { return one.size() > other.size(); });
    return std::any_of(some.begin(), some.end(), cross);
}

static bool lay_letter() {
    if (grid.empty() && loose_count() > 1) return false;
    for (char letter : HARD_LETTERS_FIRST) {
        if (loose[letter] == 0) continue;
        const std::string word(1, letter);
        if (grid.empty()) return lay(word, {0, 0}, ACROSS);  // one tile alone is legal
        for (Place at : cells())
            for (Place beside : {plus(at, ACROSS, 1), plus(at, ACROSS, -1), plus(at, DOWN, 1), plus(at, DOWN, -1)})
                if (!grid.count(beside) && lay(word, beside, ACROSS)) return true;
    }
    return false;
}

// Whether all tiles are on the grid.
static bool solve(int patience) {
    for (int attempt = 0; attempt < patience; attempt++) {
        while (loose_count() > 0 && ((loose_count() > 3 && lay_word()) || lay_letter() || lay_word())) {
        }
        if (loose_count() == 0) return true;
        for (int times = 1 + random_below(2 + attempt); times > 0; times--) take_back();
    }
    return false;
}

static std::string drawing() {
    Place first = grid.begin()->first, last = first;
    for (const auto &[at, letter] : grid) {
        first = {std::min(first.first, at.first), std::min(first.second, at.second)};
        last = {std::max(last.first, at.first), std::max(last.second, at.second)};
    }
    char size[32];
    std::snprintf(size, sizeof size, "%03d%03d", last.first - first.first + 1, last.second - first.second + 1);
    std::string text = size;
    for (int y = first.second; y <= last.second; y++)
        for (int x = first.first; x <= last.first; x++) text += grid.count({x, y}) ? grid[{x, y}] : '.';
    return text;
}

static std::string next_message() {
    std::string message;
    if (!std::getline(std::cin, message, '.') || std::cin.eof()) std::exit(0);  // the host has exited
    return message;
}

static void say(const std::string &message) { std::cout << message << std::flush; }  // without a newline

int main() {
    std::ios::sync_with_stdio(false);
    const char *path = std::getenv("WORDHOST_DICTIONARY");
    std::ifstream file(path ? path : "");
    for (std::string word; std::getline(file, word);) words.push_back(word);
    is_word.insert(words.begin(), words.end());
    int patience = TRIES;
    std::string dumped;
    say("r");
    hold(next_message());
    while (true) {
        // Search only when there is no input. If a dump has no answer yet, wait for it.
        if (dumped.empty() && std::cin.rdbuf()->in_avail() <= 0) {
            if (solve(patience)) {
                say("p" + drawing());
            } else {
                const auto is_held = [](char letter) { return loose[letter] > 0; };
                dumped = *std::find_if(HARD_LETTERS_FIRST.begin(), HARD_LETTERS_FIRST.end(), is_held);
                loose[dumped[0]]--;
                say("d" + dumped);
            }
        }
        const std::string letters = next_message();
        if (letters.find_first_not_of(HARD_LETTERS_FIRST) != std::string::npos) continue;  // of a later version
        hold(letters);
        if (letters.size() == 3) {
            patience = TRIES;
            dumped.clear();
        } else if (letters == dumped) {  // the letter came back because the bunch is nearly empty
            patience *= 2;
            dumped.clear();
        }
    }
}
