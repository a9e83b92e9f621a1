// A small Boggle player in C# 7, for both sets of rules. The compiler of Mono, or the .NET SDK with player.csproj;
// nothing else to install.
//
//     mcs -optimize+ -out:player.exe player.cs
//     wordhost boggle "mono player.exe" "mono player.exe"
//
// or, with the SDK:
//
//     dotnet build -o bin
//     wordhost boggle "dotnet bin/player.dll" "dotnet bin/player.dll"
//
// How it plays: it looks for a path of each word of the list on the board. With the classic rules it guesses all
// words that it finds; with turns, the longest word that nobody has found yet.
//
// What to change first: it searches for each word separately; a walk over the board along a tree of the words (a
// trie) finds all words faster, which matters if the time is short or the board is large.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

static class Player {
    static string rules = "classic";
    static string[] words = {};
    static int width;
    static readonly List<string> cells = new List<string>();
    static int[][] near; // beside each cell
    static bool[] used;
    static List<string> guesses = new List<string>();

    // Whether the word goes on from one of these cells, without one that is used.
    static bool GoesOn(string word, int from, int[] next) {
        if (from == word.Length) return true;
        foreach (int cell in next) {
            string letters = cells[cell];
            // Ordinal: letter for letter. By the rules of a language some letters would count as equal or as none.
            if (used[cell] || string.CompareOrdinal(word, from, letters, 0, letters.Length) != 0) continue;
            used[cell] = true;
            bool found = GoesOn(word, from + letters.Length, near[cell]);
            used[cell] = false;
            if (found) return true;
        }
        return false;
    }

    static bool IsBeside(int one, int other) {
        return one != other
            && Math.Abs(one % width - other % width) <= 1
            && Math.Abs(one / width - other / width) <= 1;
    }

    static void FindWords() {
        int[] all = Enumerable.Range(0, cells.Count).ToArray();
        used = new bool[cells.Count];
        near = all.Select(one => all.Where(other => IsBeside(one, other)).ToArray()).ToArray();
        guesses = words
            .Where(word => word.Length > 2 && GoesOn(word, 0, all))
            .OrderByDescending(word => word.Length)
            .ToList();
    }

    static string NextGuess() {
        if (guesses.Count == 0) return "pass";
        string word = guesses[0];
        guesses.RemoveAt(0);
        return $"guess {word}";
    }

    static void Main() {
        // UTF-8, whatever the machine's own encoding is, and without the mark that Encoding.UTF8 would write first.
        var utf8 = new UTF8Encoding(false);
        var input = new StreamReader(Console.OpenStandardInput(), utf8);
        var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { NewLine = "\n" };

        for (string line; (line = input.ReadLine()) != null;) {
            string[] tokens = line.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries);
            string[] rest = tokens.Skip(1).ToArray();
            switch (tokens.FirstOrDefault()) {
                case "rules":
                    rules = rest[0];
                    break;
                case "dictionary":
                    words = File.ReadAllLines(line.Substring("dictionary ".Length)); // in UTF-8
                    break;
                case "row":
                    width = rest.Length;
                    cells.AddRange(rest);
                    break;
                case "end":
                    FindWords();
                    output.WriteLine("ready");
                    break;
                case "start":
                    if (rules != "classic") break;
                    foreach (string word in guesses) output.WriteLine($"guess {word}");
                    output.WriteLine("done");
                    break;
                case "turn":
                    // The tag says which turn this answers: if it is too late, the host ignores it.
                    output.WriteLine($"@{rest[1]} {NextGuess()}");
                    break;
                case "scored":
                case "missed":
                    guesses.Remove(rest[1]);
                    break;
                case "gameover":
                    return;
            }
            output.Flush(); // the host cannot hear what is still in a buffer
        }
    }
}
