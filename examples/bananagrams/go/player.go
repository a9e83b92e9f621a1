// A small Bananagrams player in Go, in the plain dialect. Go 1.18 or later; nothing to install.
//
//	go build -o player player.go
//	wordhost ./player ./player
//
// How it plays: it lays a long word, then words that cross it, then single letters next to other tiles. When it is
// stuck, it takes back the last few words and tries others. After many failed tries it dumps a letter.
//
// What to change first: `layWord` tries random words; a tree of letters (a trie) finds the words that the tiles can
// make.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"sort"
	"strings"
	"time"
)

const (
	tries            = 30
	sample           = 5000
	hardLettersFirst = "QJXZVKWYFBHMPCGUDLNTSRIOAE"
)

type place struct{ x, y int }

func (at place) plus(dx, dy int) place { return place{at.x + dx, at.y + dy} }

var (
	words  []string
	isWord = map[string]bool{}
	loose  [128]int // letter -> how many are not on the grid
	grid   = map[place]byte{}
	pile   [][]place // the cells of each word or letter that was laid, in order
)

func hold(letters string) {
	for _, letter := range letters {
		loose[letter]++
	}
}

func looseCount() int {
	sum := 0
	for _, count := range loose {
		sum += count
	}
	return sum
}

// run is what lies in a row or column through a cell.
func run(at place, dx, dy int) string {
	for grid[at.plus(-dx, -dy)] != 0 {
		at = at.plus(-dx, -dy)
	}
	var letters []byte
	for ; grid[at] != 0; at = at.plus(dx, dy) {
		letters = append(letters, grid[at])
	}
	return string(letters)
}

func isFine(run string) bool { return len(run) == 1 || isWord[run] }

// lay lays a word, or a letter, if its new letters are loose and it makes only words.
func lay(word string, x, y, dx, dy int) bool {
	var laid []place
	fits := true
	for index := 0; fits && index < len(word); index++ {
		at, letter := place{x + dx*index, y + dy*index}, word[index]
		if grid[at] == 0 && loose[letter] > 0 {
			grid[at] = letter
			loose[letter]--
			laid = append(laid, at)
		}
		fits = grid[at] == letter
	}
	for _, at := range laid {
		fits = fits && isFine(run(at, 1, 0)) && isFine(run(at, 0, 1))
	}
	pile = append(pile, laid)
	if !fits || len(laid) == 0 {
		takeBack()
		return false
	}
	return true
}

func takeBack() {
	for _, at := range pile[len(pile)-1] {
		loose[grid[at]]++
		delete(grid, at)
	}
	pile = pile[:len(pile)-1]
}

func cells() []place {
	var all []place
	for _, laid := range pile {
		all = append(all, laid...)
	}
	return all
}

// cross lays a word across a tile that has one of its letters.
func cross(word string) bool {
	if len(grid) == 0 {
		return lay(word, 0, 0, 1, 0)
	}
	for _, at := range cells() {
		for index := range word {
			if word[index] == grid[at] && (lay(word, at.x-index, at.y, 1, 0) || lay(word, at.x, at.y-index, 0, 1)) {
				return true
			}
		}
	}
	return false
}

// isPossible: whether all letters of a word are loose, but for one that may lie on the grid.
func isPossible(word string) bool {
	missing := 0
	for _, letter := range word {
		if loose[letter] == 0 {
			missing++
		}
	}
	return missing == 0 || (missing == 1 && len(grid) > 0)
}

func layWord() bool {
	var some []string
	for len(words) > 0 && len(some) < sample {
		some = append(some, words[rand.Intn(len(words))])
	}
	sort.Slice(some, func(i, j int) bool { return len(some[i]) > len(some[j]) })
	for _, word := range some {
		if len(word) > 1 && isPossible(word) && cross(word) {
			return true
		}
	}
	return false
}

func layLetter() bool {
	if len(grid) == 0 && looseCount() > 1 {
		return false
	}
	for _, letter := range hardLettersFirst {
		if loose[letter] == 0 {
			continue
		}
		if len(grid) == 0 {
			return lay(string(letter), 0, 0, 1, 0) // one tile alone is legal
		}
		for _, at := range cells() {
			for _, beside := range []place{at.plus(1, 0), at.plus(-1, 0), at.plus(0, 1), at.plus(0, -1)} {
				if grid[beside] == 0 && lay(string(letter), beside.x, beside.y, 1, 0) {
					return true
				}
			}
		}
	}
	return false
}

// solve: whether all tiles are on the grid.
func solve(patience int) bool {
	for attempt := 0; attempt < patience; attempt++ {
		for looseCount() > 3 && layWord() || looseCount() > 0 && layLetter() || looseCount() > 0 && layWord() {
		}
		if looseCount() == 0 {
			return true
		}
		for times := 1 + rand.Intn(2+attempt); times > 0 && len(pile) > 0; times-- {
			takeBack()
		}
	}
	return false
}

func drawing() string {
	all := cells()
	first, last := all[0], all[0]
	for _, at := range all {
		first = place{min(first.x, at.x), min(first.y, at.y)}
		last = place{-min(-last.x, -at.x), -min(-last.y, -at.y)}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%03d%03d", last.x-first.x+1, last.y-first.y+1)
	for y := first.y; y <= last.y; y++ {
		for x := first.x; x <= last.x; x++ {
			if letter := grid[place{x, y}]; letter != 0 {
				text.WriteByte(letter)
			} else {
				text.WriteByte('.')
			}
		}
	}
	return text.String()
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func nextMessage(in *bufio.Reader) string {
	message, err := in.ReadString('.')
	if err != nil {
		os.Exit(0) // the host has exited
	}
	return strings.TrimSuffix(message, ".")
}

func main() {
	text, err := os.ReadFile(os.Getenv("WORDHOST_DICTIONARY"))
	if err != nil {
		panic(err)
	}
	rand.Seed(time.Now().UnixNano())
	words = strings.Fields(string(text))
	for _, word := range words {
		isWord[word] = true
	}
	in := bufio.NewReader(os.Stdin)
	patience, dumped := tries, ""
	fmt.Print("r") // without a newline
	hold(nextMessage(in))
	for {
		// Search only when there is no input. If a dump has no answer yet, wait for it.
		if dumped == "" && in.Buffered() == 0 {
			if solve(patience) {
				fmt.Print("p", drawing())
			} else {
				for _, letter := range hardLettersFirst {
					if dumped == "" && loose[letter] > 0 {
						dumped = string(letter)
						loose[letter]--
					}
				}
				fmt.Print("d", dumped)
			}
		}
		letters := nextMessage(in)
		if strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			continue // from a later version of the host
		}
		hold(letters)
		if len(letters) == 3 {
			patience, dumped = tries, ""
		} else if letters == dumped { // the letter came back because the bunch is nearly empty
			patience, dumped = patience*2, ""
		}
	}
}
