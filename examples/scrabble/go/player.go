// A small Scrabble player in Go. Go 1.18 or later; nothing to install.
//
//	go build -o player player.go
//	wordhost scrabble ./player ./player
//
// How it plays: it reads the board from the `layout` lines, tries each word that can be made from its tiles and the
// letters of a row or column, and lays the word whose tiles are worth the most. On a board without `layout`, or
// without a word list, it passes.
//
// What to change first: `playOf` counts only the points on the tiles; the `premium` lines list the squares that
// multiply points.
package main

import (
	"bufio"
	"fmt"
	"math/bits"
	"os"
	"strconv"
	"strings"
	"time"
)

const thinking = time.Second // or a quarter of the turn, if that is less

type place struct{ x, y int }

type entry struct {
	letters []rune
	bits    uint64 // the set of its letters
}

var (
	words                 []entry
	isWord                = map[string]bool{}
	center                place
	left, top, wide, high int
	rows                  []string
	faces                 = map[int]map[rune]int{} // tile -> letter -> points: all that it can stand for
	hand                  = map[int]int{}
	grid                  = map[place]rune{}
)

func isSquare(at place) bool {
	return at.x >= left && at.x < left+wide && at.y >= top && at.y < top+high && rows[at.y-top][at.x-left] != '#'
}

// crossing is the run through a free cell, if this letter lay there.
func crossing(at place, letter rune, dx, dy int) string {
	text := string(letter)
	for x, y := at.x-dx, at.y-dy; grid[place{x, y}] != 0; x, y = x-dx, y-dy {
		text = string(grid[place{x, y}]) + text
	}
	for x, y := at.x+dx, at.y+dy; grid[place{x, y}] != 0; x, y = x+dx, y+dy {
		text += string(grid[place{x, y}])
	}
	return text
}

// tileFor is a tile that can stand for a letter: one that can stand for nothing else is best. None: -1.
func tileFor(letter rune, used map[int]int) int {
	best := -1
	for tile, count := range hand {
		if _, ok := faces[tile][letter]; ok && count > used[tile] && (best < 0 || len(faces[tile]) < len(faces[best])) {
			best = tile
		}
	}
	return best
}

// playOf is what the play of a word is worth, and its placements; 0 if it is none.
func playOf(word []rune, at place, dx, dy int) (int, string) {
	end := place{at.x + dx*len(word), at.y + dy*len(word)}
	if grid[place{at.x - dx, at.y - dy}] != 0 || grid[end] != 0 {
		return 0, ""
	}
	var placements []string
	used, worth, touches := map[int]int{}, 0, false
	for index, letter := range word {
		cell := place{at.x + dx*index, at.y + dy*index}
		if there := grid[cell]; there != 0 {
			if there != letter {
				return 0, ""
			}
			touches = true
			continue
		}
		tile := tileFor(letter, used)
		if tile < 0 || !isSquare(cell) {
			return 0, ""
		}
		used[tile]++
		across := crossing(cell, letter, dy, dx)
		isRun := len([]rune(across)) > 1
		if isRun && !isWord[across] {
			return 0, ""
		}
		touches = touches || isRun || (len(grid) == 0 && cell == center)
		points := faces[tile][letter]
		placements = append(placements, fmt.Sprintf("%d %d %d%c%d", cell.x, cell.y, tile, letter, points))
		worth += 1 + points
	}
	if !touches || len(placements) == 0 {
		return 0, ""
	}
	return worth, strings.Join(placements, " ")
}

func bitsOf(letters []rune) uint64 {
	set := uint64(0)
	for _, letter := range letters {
		set |= 1 << (letter & 63)
	}
	return set
}

// available is the set of letters in hand and in this row or column, and how many tiles can stand for several.
func available(line int, isRow bool) (uint64, int) {
	set, blanks := uint64(0), 0
	for tile, count := range hand {
		if len(faces[tile]) > 1 {
			blanks += count
			continue
		}
		for letter := range faces[tile] {
			if count > 0 {
				set |= bitsOf([]rune{letter})
			}
		}
	}
	for at, letter := range grid {
		if (isRow && at.y == line) || (!isRow && at.x == line) {
			set |= bitsOf([]rune{letter})
		}
	}
	return set, blanks
}

// isNear: whether something lies in this row or column, or beside it; at first, whether the center is in it.
func isNear(line int, isRow bool) bool {
	distance := func(at place) int {
		if isRow {
			return at.y - line
		}
		return at.x - line
	}
	for at := range grid {
		if away := distance(at); away >= -1 && away <= 1 {
			return true
		}
	}
	return len(grid) == 0 && distance(center) == 0
}

func bestPlay(until time.Time) string {
	most, best := 0, ""
	for _, isRow := range []bool{true, false} {
		first, lines, length, dx, dy := top, high, wide, 1, 0
		if !isRow {
			first, lines, length, dx, dy = left, wide, high, 0, 1
		}
		for line := first; line < first+lines; line++ {
			if !isNear(line, isRow) {
				continue
			}
			set, blanks := available(line, isRow)
			for _, word := range words {
				if bits.OnesCount64(word.bits&^set) > blanks {
					continue
				}
				if time.Now().After(until) {
					return best
				}
				for start := 0; start+len(word.letters) <= length; start++ {
					at := place{left + start, line}
					if !isRow {
						at = place{line, top + start}
					}
					if worth, placements := playOf(word.letters, at, dx, dy); worth > most {
						most, best = worth, placements
					}
				}
			}
		}
	}
	return best
}

func numbers(fields []string) []int {
	all := make([]int, len(fields))
	for index, field := range fields {
		all[index], _ = strconv.Atoi(field)
	}
	return all
}

func draw(counts []string) {
	for _, count := range counts {
		pair := numbers(strings.Split(count, "x"))
		hand[pair[0]] += pair[1]
	}
}

func lay(placements []string, isMine bool) {
	for ; len(placements) >= 3; placements = placements[3:] {
		at := numbers(placements[:2])
		var tile, points int
		var letter rune
		fmt.Sscanf(placements[2], "%d%c%d", &tile, &letter, &points)
		grid[place{at[0], at[1]}] = letter
		if isMine {
			hand[tile]--
		}
	}
}

func readWords(path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	for _, word := range strings.Fields(string(text)) {
		isWord[word] = true
		if letters := []rune(word); len(letters) > 1 {
			words = append(words, entry{letters, bitsOf(letters)})
		}
	}
}

func hear(line string) bool {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return true
	}
	rest := fields[1:]
	switch fields[0] {
	case "dictionary":
		if rest[0] != "none" {
			readWords(strings.TrimPrefix(line, "dictionary "))
		}
	case "center":
		at := numbers(rest)
		center = place{at[0], at[1]}
	case "layout":
		if rest[0] != "none" {
			all := numbers(rest)
			left, top, wide, high = all[0], all[1], all[2], all[3]
		}
	case "row":
		rows = append(rows, rest[0])
	case "tile":
		tile, _ := strconv.Atoi(rest[0])
		faces[tile] = map[rune]int{}
		for _, face := range strings.Split(rest[1], ",") {
			letters := []rune(face)
			faces[tile][letters[0]], _ = strconv.Atoi(string(letters[1:]))
		}
	case "hand":
		draw(rest)
	case "end":
		fmt.Println("ready")
	case "played":
		lay(rest[2:], false)
	case "playsuccess":
		for index, word := range rest {
			if word == "new" {
				lay(rest[1:index], true)
				draw(rest[index+1:])
			}
		}
	case "turn":
		limit := thinking
		if ms, err := strconv.Atoi(rest[0]); err == nil && time.Duration(ms)*time.Millisecond/4 < limit {
			limit = time.Duration(ms) * time.Millisecond / 4
		}
		if placements := bestPlay(time.Now().Add(limit)); placements != "" {
			fmt.Printf("@%s play %s\n", rest[1], placements)
		} else {
			fmt.Printf("@%s pass\n", rest[1])
		}
	case "gameover":
		return false
	}
	return true
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && hear(lines.Text()) {
	}
}
