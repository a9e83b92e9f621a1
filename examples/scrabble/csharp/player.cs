// A small Scrabble player in C# 7. The compiler of Mono, or the .NET SDK with player.csproj; nothing else to install.
//
//     mcs -optimize+ -out:player.exe player.cs
//     wordhost scrabble "mono player.exe" "mono player.exe"
//
// or, with the SDK:
//
//     dotnet build -o bin
//     wordhost scrabble "dotnet bin/player.dll" "dotnet bin/player.dll"
//
// How it plays: it reads the board from the `layout` lines, tries each word that can be made from its tiles and the
// letters of a row or column, and lays the word whose tiles are worth the most, including the premium squares of the
// `premium` lines. On a board without `layout`, or without a word list, it passes.
//
// What to change first: `TryPlay` does not count the tiles that are already on the board, or the crossing words.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;

struct Place : IEquatable<Place> {
    public readonly int X, Y;
    public Place(int x, int y) { X = x; Y = y; }
    public Place Plus(Place step, int times) { return new Place(X + step.X * times, Y + step.Y * times); }
    public Place Other() { return new Place(Y, X); }
    public bool Equals(Place other) { return X == other.X && Y == other.Y; }
    public override bool Equals(object other) { return other is Place && Equals((Place)other); }
    public override int GetHashCode() { return X * 1009 + Y; }
}

class Word {
    public string[] Letters; // one code point each
    public ulong Bits;       // the set of its letters
}

class Premium {
    public int Letter = 1, Word = 1; // what a square multiplies
}

static class Player {
    const int ThinkingMs = 1000; // or a quarter of the turn, if that is less
    static readonly Place Across = new Place(1, 0), Down = new Place(0, 1);

    static Word[] words = {};
    static HashSet<string> isWord = new HashSet<string>();
    static Place center, corner;
    static int width, height;
    static readonly List<string> rows = new List<string>();
    static readonly Dictionary<char, Premium> premiums = new Dictionary<char, Premium>(); // as in the rows
    static readonly Dictionary<int, Dictionary<string, int>> faces = new Dictionary<int, Dictionary<string, int>>();
    static readonly List<int> hand = new List<int>(); // tiles, those of one letter first
    static readonly Dictionary<Place, string> grid = new Dictionary<Place, string>();

    static int most; // what the best play is worth
    static string best;

    // A number is written and read in one way, whatever the language of the machine.
    static int Number(string text) { return int.Parse(text, CultureInfo.InvariantCulture); }

    static string[] LettersOf(string text) {
        var letters = new List<string>();
        for (int at = 0; at < text.Length; at += letters.Last().Length)
            letters.Add(text.Substring(at, char.IsHighSurrogate(text[at]) ? 2 : 1));
        return letters.ToArray();
    }

    static ulong Bit(string letter) { return 1UL << (letter[letter.Length - 1] & 63); }

    static ulong BitsOf(IEnumerable<string> letters) {
        return letters.Aggregate(0UL, (bits, letter) => bits | Bit(letter));
    }

    static int CountBits(ulong bits) {
        int count = 0;
        for (; bits != 0; bits &= bits - 1) count++;
        return count;
    }

    static char SquareAt(Place at) {
        int x = at.X - corner.X, y = at.Y - corner.Y;
        return x < 0 || x >= width || y < 0 || y >= height ? '#' : rows[y][x];
    }

    // The run through a free cell, if this letter lay there.
    static string RunThrough(Place at, string letter, Place step) {
        string run = letter, there;
        for (int times = -1; grid.TryGetValue(at.Plus(step, times), out there); times--) run = there + run;
        for (int times = 1; grid.TryGetValue(at.Plus(step, times), out there); times++) run += there;
        return run;
    }

    // Keeps the play of a word from a cell on, if it is one and better than the best.
    static void TryPlay(string[] letters, Place first, Place step) {
        if (grid.ContainsKey(first.Plus(step, -1)) || grid.ContainsKey(first.Plus(step, letters.Length))) return;
        var held = new List<int>(hand);
        var placements = new StringBuilder();
        int worth = 0, times = 1;
        bool touches = false;
        for (int index = 0; index < letters.Length; index++) {
            Place at = first.Plus(step, index);
            string letter = letters[index], there;
            if (grid.TryGetValue(at, out there)) {
                if (there != letter) return;
                touches = true;
                continue;
            }
            int found = held.FindIndex(each => faces[each].ContainsKey(letter));
            char square = SquareAt(at);
            if (found < 0 || square == '#') return;
            int tile = held[found];
            held.RemoveAt(found);
            string run = RunThrough(at, letter, step.Other());
            bool isRun = run.Length > letter.Length;
            if (isRun && !isWord.Contains(run)) return;
            touches = touches || isRun || (grid.Count == 0 && at.Equals(center));
            int points = faces[tile][letter];
            Premium premium;
            if (!premiums.TryGetValue(square, out premium)) premium = new Premium();
            placements.Append($" {at.X} {at.Y} {tile}{letter}{points}");
            worth += 1 + points * premium.Letter;
            times *= premium.Word;
        }
        if (!touches || worth * times <= most) return;
        most = worth * times;
        best = placements.ToString();
    }

    // Whether something lies in this row or column, or beside it; at first, whether the center is in it.
    static bool IsNear(List<Place> cells, Place step) {
        if (grid.Count == 0) return cells.Contains(center);
        return cells.Any(at => Enumerable.Range(-1, 3).Any(aside => grid.ContainsKey(at.Plus(step.Other(), aside))));
    }

    // False when time is up.
    static bool TryLine(Place first, Place step, int length, Func<bool> isLate) {
        var cells = Enumerable.Range(0, length).Select(times => first.Plus(step, times)).ToList();
        if (!IsNear(cells, step)) return true;
        var single = hand.Where(tile => faces[tile].Count == 1).SelectMany(tile => faces[tile].Keys);
        ulong available = BitsOf(single) | BitsOf(cells.Where(grid.ContainsKey).Select(at => grid[at]));
        int blanks = hand.Count(tile => faces[tile].Count > 1);
        foreach (Word word in words) {
            if (CountBits(word.Bits & ~available) > blanks) continue;
            if (isLate()) return false;
            for (int start = 0; start + word.Letters.Length <= length; start++)
                TryPlay(word.Letters, cells[start], step);
        }
        return true;
    }

    static string BestPlay(int milliseconds) {
        var clock = Stopwatch.StartNew();
        Func<bool> isLate = () => clock.ElapsedMilliseconds > milliseconds;
        most = 0;
        best = "";
        for (int y = 0; y < height; y++)
            if (!TryLine(corner.Plus(Down, y), Across, width, isLate)) return best;
        for (int x = 0; x < width; x++)
            if (!TryLine(corner.Plus(Across, x), Down, height, isLate)) return best;
        return best;
    }

    static void Draw(IEnumerable<string> counts) {
        foreach (string[] each in counts.Select(count => count.Split('x')))
            hand.AddRange(Enumerable.Repeat(Number(each[0]), Number(each[1])));
        hand.Sort((one, other) => faces[one].Count - faces[other].Count);
    }

    static void Lay(string[] placements, bool isMine) {
        for (int index = 0; index + 2 < placements.Length; index += 3) {
            string text = placements[index + 2];
            int digits = text.TakeWhile(char.IsDigit).Count();
            var at = new Place(Number(placements[index]), Number(placements[index + 1]));
            grid[at] = LettersOf(text.Substring(digits))[0];
            if (isMine) hand.Remove(Number(text.Substring(0, digits)));
        }
    }

    static void ReadWords(string path) {
        string[] list = File.ReadAllLines(path); // in UTF-8
        isWord = new HashSet<string>(list);
        words = list.Select(LettersOf)
            .Where(letters => letters.Length > 1)
            .Select(letters => new Word { Letters = letters, Bits = BitsOf(letters) })
            .ToArray();
    }

    static void ReadTile(string tile, string listed) {
        var all = new Dictionary<string, int>();
        foreach (string face in listed.Split(',')) {
            string letter = LettersOf(face)[0];
            all[letter] = Number(face.Substring(letter.Length));
        }
        faces[Number(tile)] = all;
    }

    static void ReadPremium(string square, string kind, int factor) {
        char cell = "0123456789abcdefghijklmnopqrstuvwxyz".ElementAtOrDefault(Number(square));
        if (!premiums.ContainsKey(cell)) premiums[cell] = new Premium();
        if (kind == "letter") premiums[cell].Letter *= factor;
        if (kind == "word") premiums[cell].Word *= factor;
    }

    static void Main() {
        // UTF-8, whatever the machine's own encoding is, and without the mark that Encoding.UTF8 would write first.
        var utf8 = new UTF8Encoding(false);
        var input = new StreamReader(Console.OpenStandardInput(), utf8);
        // Flushed after each line: the host cannot hear what is still in a buffer.
        var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true, NewLine = "\n" };

        for (string line; (line = input.ReadLine()) != null;) {
            string[] tokens = line.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            string[] rest = tokens.Skip(1).ToArray();
            switch (tokens.FirstOrDefault()) {
                case "dictionary":
                    if (rest[0] != "none") ReadWords(line.Substring("dictionary ".Length));
                    break;
                case "center":
                    center = new Place(Number(rest[0]), Number(rest[1]));
                    break;
                case "layout":
                    if (rest[0] == "none") break;
                    corner = new Place(Number(rest[0]), Number(rest[1]));
                    width = Number(rest[2]);
                    height = Number(rest[3]);
                    break;
                case "row":
                    rows.Add(rest[0]);
                    break;
                case "premium":
                    ReadPremium(rest[0], rest[1], Number(rest[2]));
                    break;
                case "tile":
                    ReadTile(rest[0], rest[1]);
                    break;
                case "hand":
                case "changesuccess":
                    Draw(rest);
                    break;
                case "end":
                    output.WriteLine("ready");
                    break;
                case "played":
                    Lay(rest.Skip(2).ToArray(), false);
                    break;
                case "playsuccess":
                    int end = Array.IndexOf(rest, "new");
                    Lay(rest.Take(end).Skip(1).ToArray(), true);
                    Draw(rest.Skip(end + 1));
                    break;
                case "turn":
                    int limit = rest[0] == "none" ? ThinkingMs : Math.Min(ThinkingMs, Number(rest[0]) / 4);
                    string placements = BestPlay(limit);
                    // The tag says which turn this answers: if it is too late, the host ignores it.
                    output.WriteLine(placements == "" ? $"@{rest[1]} pass" : $"@{rest[1]} play{placements}");
                    break;
                case "gameover":
                    return;
            }
        }
    }
}
