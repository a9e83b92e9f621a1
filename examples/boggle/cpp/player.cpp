// A small Boggle player in C++17, for both sets of rules.
//
//     c++ -std=c++17 -O2 -o player player.cpp
//     wordhost boggle ./player ./player
//
// How it plays: it looks for a path of each word of the list on the board. With the classic rules it guesses all
// words that it finds; with turns, the longest word that nobody has found yet.
//
// What to change first: it searches for each word separately; a walk over the board along a tree of the words (a
// trie) finds all words faster, which matters if the time is short or the board is large.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

static std::vector<std::string> words, cells, guesses;
static std::vector<std::vector<int>> near;
static std::vector<bool> used;
static int width = 0;

// Whether one of these cells, if not used yet, continues the word after this many letters.
static bool goes_on(const std::string &word, std::size_t done, const std::vector<int> &next) {
    if (done == word.size()) return true;
    for (int cell : next) {
        const std::string &letters = cells[cell];
        if (used[cell] || word.compare(done, letters.size(), letters) != 0) continue;
        used[cell] = true;
        const bool found = goes_on(word, done + letters.size(), near[cell]);
        used[cell] = false;
        if (found) return true;
    }
    return false;
}

static void find_words() {
    const int count = static_cast<int>(cells.size());
    used.assign(count, false);
    near.assign(count, {});
    for (int at = 0; at < count; at++)
        for (int other = 0; other < count; other++)
            if (at != other && std::abs(at % width - other % width) <= 1 && std::abs(at / width - other / width) <= 1)
                near[at].push_back(other);
    std::vector<int> all(count);
    std::iota(all.begin(), all.end(), 0);
    for (const std::string &word : words)
        if (word.size() > 2 && goes_on(word, 0, all)) guesses.push_back(word);
    std::stable_sort(guesses.begin(), guesses.end(),
                     [](const std::string &one, const std::string &other) { return one.size() > other.size(); });
}

static void read_words(const std::string &path) {
    std::ifstream file(path);
    for (std::string word; std::getline(file, word);) words.push_back(word);
}

int main() {
    std::string rules = "classic";
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream rest(line);
        std::string keyword, first, second;
        rest >> keyword;
        if (keyword == "row") {
            width = 0;
            for (std::string cell; rest >> cell; width++) cells.push_back(cell);
            continue;
        }
        rest >> first >> second;
        if (keyword == "rules") rules = first;
        if (keyword == "dictionary") read_words(line.substr(keyword.size() + 1));
        if (keyword == "end") {
            find_words();
            std::cout << "ready\n";
        }
        if (keyword == "start" && rules == "classic") {
            for (const std::string &word : guesses) std::cout << "guess " << word << '\n';
            std::cout << "done\n";
        }
        if (keyword == "turn") {
            std::cout << '@' << second << (guesses.empty() ? " pass" : " guess " + guesses.front()) << '\n';
            if (!guesses.empty()) guesses.erase(guesses.begin());
        }
        if (keyword == "scored" || keyword == "missed")
            guesses.erase(std::remove(guesses.begin(), guesses.end(), second), guesses.end());
        if (keyword == "gameover") break;
        std::cout.flush();  // the host cannot hear what is still in a buffer
    }
}
