// A small Boggle player in Go, for both sets of rules. Go 1.18 or later; nothing to install.
//
//	go build -o player player.go
//	wordhost boggle ./player ./player
//
// How it plays: it looks for a path of each word of the list on the board. With the classic rules it guesses all
// words that it finds; with turns, the longest word that nobody has found yet.
//
// What to change first: it searches for each word separately; a walk over the board along a tree of the words (a
// trie) finds all words faster, which matters if the time is short or the board is large.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strings"
)

var (
	rules   = "classic"
	width   int
	words   []string
	cells   []string
	near    [][]int
	guesses []string
	used    []bool
)

// goesOn: whether the rest of a word goes on from one of these cells, without one that is used.
func goesOn(rest string, next []int) bool {
	if rest == "" {
		return true
	}
	for _, cell := range next {
		if used[cell] || !strings.HasPrefix(rest, cells[cell]) {
			continue
		}
		used[cell] = true
		found := goesOn(rest[len(cells[cell]):], near[cell])
		used[cell] = false
		if found {
			return true
		}
	}
	return false
}

func distance(a, b int) int {
	if a > b {
		return a - b
	}
	return b - a
}

func findWords() {
	used = make([]bool, len(cells))
	near = make([][]int, len(cells))
	all := make([]int, len(cells))
	for at := range cells {
		all[at] = at
		for other := range cells {
			if at != other && distance(at%width, other%width) <= 1 && distance(at/width, other/width) <= 1 {
				near[at] = append(near[at], other)
			}
		}
	}
	for _, word := range words {
		if len(word) > 2 && goesOn(word, all) {
			guesses = append(guesses, word)
		}
	}
	sort.SliceStable(guesses, func(i, j int) bool { return len(guesses[i]) > len(guesses[j]) })
}

func hear(line string, out *bufio.Writer) bool {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return true
	}
	rest := fields[1:]
	switch fields[0] {
	case "rules":
		rules = rest[0]
	case "dictionary":
		text, err := os.ReadFile(strings.TrimPrefix(line, "dictionary "))
		if err != nil {
			panic(err)
		}
		words = strings.Fields(string(text))
	case "row":
		width = len(rest)
		cells = append(cells, rest...)
	case "end":
		findWords()
		fmt.Fprintln(out, "ready")
	case "start":
		if rules == "classic" {
			for _, word := range guesses {
				fmt.Fprintln(out, "guess", word)
			}
			fmt.Fprintln(out, "done")
		}
	case "turn":
		if len(guesses) == 0 {
			fmt.Fprintf(out, "@%s pass\n", rest[1])
		} else {
			fmt.Fprintf(out, "@%s guess %s\n", rest[1], guesses[0])
			guesses = guesses[1:]
		}
	case "scored", "missed":
		var left []string
		for _, word := range guesses {
			if word != rest[1] {
				left = append(left, word)
			}
		}
		guesses = left
	case "gameover":
		return false
	}
	return true
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan() && hear(lines.Text(), out); {
		out.Flush() // the host cannot hear what is still in a buffer
	}
}
