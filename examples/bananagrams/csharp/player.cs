// A small Bananagrams player in C# 7, in the plain dialect. The compiler of Mono, or the .NET SDK with player.csproj;
// nothing else to install.
//
//     mcs -optimize+ -out:player.exe player.cs
//     wordhost "mono player.exe" "mono player.exe"
//
// or, with the SDK:
//
//     dotnet build -o bin
//     wordhost "dotnet bin/player.dll" "dotnet bin/player.dll"
//
// How it plays: it lays a long word, then words that cross it, then single letters next to other tiles. When it is
// stuck, it takes back the last few words and tries others. After many failed tries it dumps a letter.
//
// What to change first: `LayWord` tries random words; a tree of letters (a trie) finds the words that the tiles can
// make.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

struct Place : IEquatable<Place> {
    public readonly int X, Y;
    public Place(int x, int y) { X = x; Y = y; }
    public Place Plus(Place step, int times) { return new Place(X + step.X * times, Y + step.Y * times); }
    public bool Equals(Place other) { return X == other.X && Y == other.Y; }
    public override bool Equals(object other) { return other is Place && Equals((Place)other); }
    public override int GetHashCode() { return X * 1009 + Y; }
}

static class Player {
    const int Tries = 30, Sample = 5000;
    const string HardLettersFirst = "QJXZVKWYFBHMPCGUDLNTSRIOAE";
    static readonly Place Across = new Place(1, 0), Down = new Place(0, 1);

    static string[] words = {};
    static HashSet<string> isWord = new HashSet<string>();
    static readonly Random chance = new Random();
    static readonly int[] loose = new int[128]; // letter -> how many are not on the grid
    static readonly Dictionary<Place, char> grid = new Dictionary<Place, char>();
    static readonly Stack<List<Place>> pile = new Stack<List<Place>>(); // the cells of each word or letter

    static void Hold(string letters) {
        foreach (char letter in letters) loose[letter]++;
    }

    // Whether what lies in a row or column through a cell is a word, or this letter alone.
    static bool IsFine(Place at, Place step) {
        while (grid.ContainsKey(at.Plus(step, -1))) at = at.Plus(step, -1);
        var run = new StringBuilder();
        for (char letter; grid.TryGetValue(at, out letter); at = at.Plus(step, 1)) run.Append(letter);
        return run.Length == 1 || isWord.Contains(run.ToString());
    }

    static void TakeBack() {
        if (pile.Count == 0) return;
        foreach (Place at in pile.Pop()) {
            loose[grid[at]]++;
            grid.Remove(at);
        }
    }

    // Lays a word, or a letter, if its new letters are loose and it makes only words.
    static bool Lay(string word, Place at, Place step) {
        var laid = new List<Place>();
        bool fits = true;
        for (int index = 0; fits && index < word.Length; index++, at = at.Plus(step, 1)) {
            char letter = word[index], there;
            if (grid.TryGetValue(at, out there)) {
                fits = there == letter;
            } else if (fits = loose[letter] > 0) {
                grid[at] = letter;
                loose[letter]--;
                laid.Add(at);
            }
        }
        pile.Push(laid);
        if (fits && laid.Count > 0 && laid.All(each => IsFine(each, Across) && IsFine(each, Down))) return true;
        TakeBack();
        return false;
    }

    static List<Place> Cells() { return pile.SelectMany(laid => laid).ToList(); }

    static Place[] Beside(Place at) {
        return new[] { at.Plus(Across, 1), at.Plus(Across, -1), at.Plus(Down, 1), at.Plus(Down, -1) };
    }

    // Lays a word across a tile that has one of its letters.
    static bool Cross(string word) {
        if (grid.Count == 0) return Lay(word, new Place(0, 0), Across);
        foreach (Place at in Cells())
            for (int index = 0; index < word.Length; index++)
                if (word[index] == grid[at]
                    && (Lay(word, at.Plus(Across, -index), Across) || Lay(word, at.Plus(Down, -index), Down)))
                    return true;
        return false;
    }

    // Whether all letters of a word are loose, but for one that may lie on the grid.
    static bool IsPossible(string word) {
        return word.Length > 1 && word.Count(letter => loose[letter] == 0) <= (grid.Count == 0 ? 0 : 1);
    }

    static bool LayWord() {
        var some = new List<string>();
        for (int times = 0; times < Sample; times++) {
            string word = words[chance.Next(words.Length)];
            if (IsPossible(word)) some.Add(word);
        }
        return some.OrderByDescending(word => word.Length).Any(Cross);
    }

    static bool LayLetter() {
        if (grid.Count == 0 && loose.Sum() > 1) return false;
        foreach (char letter in HardLettersFirst.Where(each => loose[each] > 0)) {
            string word = letter.ToString();
            if (grid.Count == 0) return Lay(word, new Place(0, 0), Across); // one tile alone is legal
            foreach (Place at in Cells())
                foreach (Place beside in Beside(at))
                    if (!grid.ContainsKey(beside) && Lay(word, beside, Across)) return true;
        }
        return false;
    }

    // Whether all tiles are on the grid.
    static bool Solve(int patience) {
        for (int attempt = 0; attempt < patience; attempt++) {
            while (loose.Sum() > 0 && ((loose.Sum() > 3 && LayWord()) || LayLetter() || LayWord())) { }
            if (loose.Sum() == 0) return true;
            for (int times = 1 + chance.Next(2 + attempt); times > 0; times--) TakeBack();
        }
        return false;
    }

    static string Drawing() {
        int left = grid.Keys.Min(at => at.X), right = grid.Keys.Max(at => at.X);
        int top = grid.Keys.Min(at => at.Y), bottom = grid.Keys.Max(at => at.Y);
        var text = new StringBuilder($"{right - left + 1:000}{bottom - top + 1:000}");
        for (int y = top; y <= bottom; y++)
            for (int x = left; x <= right; x++) {
                char letter;
                text.Append(grid.TryGetValue(new Place(x, y), out letter) ? letter : '.');
            }
        return text.ToString();
    }

    // A reader of text would wait for a line, or not tell whether something has come: these are the bytes.
    static readonly Stream input = Console.OpenStandardInput(), output = Console.OpenStandardOutput();
    static readonly byte[] read = new byte[4096];
    static int taken, filled; // of what was read

    static string NextMessage() {
        var message = new StringBuilder();
        while (true) {
            if (taken == filled) {
                taken = 0;
                filled = input.Read(read, 0, read.Length);
                if (filled <= 0) Environment.Exit(0); // the host has exited
            }
            char letter = (char)read[taken++];
            if (letter == '.') return message.ToString();
            message.Append(letter);
        }
    }

    // Without a newline, and flushed: the host cannot hear what is still in a buffer.
    static void Say(string message) {
        byte[] bytes = Encoding.ASCII.GetBytes(message);
        output.Write(bytes, 0, bytes.Length);
        output.Flush();
    }

    static void Main() {
        words = File.ReadAllLines(Environment.GetEnvironmentVariable("WORDHOST_DICTIONARY"));
        isWord = new HashSet<string>(words);
        int patience = Tries;
        string dumped = null;
        Say("r");
        Hold(NextMessage());
        while (true) {
            // Search only when there is no input. If a dump has no answer yet, wait for it.
            if (dumped == null && taken == filled) {
                if (Solve(patience)) {
                    Say("p" + Drawing());
                } else {
                    char letter = HardLettersFirst.First(each => loose[each] > 0);
                    loose[letter]--;
                    dumped = letter.ToString();
                    Say("d" + dumped);
                }
            }
            string letters = NextMessage();
            if (letters.Any(letter => letter < 'A' || letter > 'Z')) continue; // from a later version of the host
            Hold(letters);
            if (letters.Length == 3) {
                patience = Tries;
                dumped = null;
            } else if (letters == dumped) { // the letter came back because the bunch is nearly empty
                patience *= 2;
                dumped = null;
            }
        }
    }
}
