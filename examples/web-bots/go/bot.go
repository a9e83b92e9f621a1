// A bot of Scrabble that is a web server, with the standard library alone: go run bot.go http://127.0.0.1:8080 TOKEN NAME [PORT]
package main

import (
	"bytes"
	"crypto/sha1"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
)

const size, longest = 15, 8

type object = map[string]any
type file struct{ Sha1, URL string }
type request struct {
	Method string
	Id     any
	Params asked
}
type asked struct {
	Gameid                         json.Number
	Gameboard, Dictionary, Letters file
	Tiles                          []string
	Gameletters                    [size][size]string
}

var server, lock = os.Args[1], sync.Mutex{}
var lists = map[string]map[string]bool{} // by the hash of the dictionary: files are fetched once
var games = map[json.Number]string{}     // by game, the hash of its dictionary

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func call(method string, params any) (result object) {
	body, _ := json.Marshal(object{"jsonrpc": "2.0", "method": method, "params": params, "id": 1})
	response, err := http.Post(server+"/rpc", "application/json", bytes.NewReader(body))
	must(err)
	var said struct{ Result, Error object }
	json.NewDecoder(response.Body).Decode(&said)
	if said.Error != nil {
		log.Fatal(method, ": ", said.Error["message"])
	}
	return said.Result
}

func prepare(a asked) {
	params, words := object{"gameid": a.Gameid}, map[string]bool{}
	for kind, f := range map[string]file{"gameboard": a.Gameboard, "letters": a.Letters, "dictionary": a.Dictionary} {
		response, err := http.Get(f.URL)
		must(err)
		data, _ := io.ReadAll(response.Body)
		params[kind] = fmt.Sprintf("%x", sha1.Sum(data))
		for _, word := range strings.Fields(string(data)) {
			words[word] = words[word] || kind == "dictionary"
		}
	}
	lock.Lock()
	lists[a.Dictionary.Sha1] = words
	lock.Unlock()
	call("Scrabble.Ready", params)
}

// The play that lays the most tiles; a blank is kept.
func choose(words map[string]bool, a asked) object {
	var lines [2][size + 2]string // the rows and the columns, with a free edge
	for index := 0; index < (size+2)*(size+2); index++ {
		row, col, letter := index/(size+2), index%(size+2), " "
		if row > 0 && col > 0 && row <= size && col <= size && a.Gameletters[row-1][col-1] != "" {
			letter = a.Gameletters[row-1][col-1]
		}
		lines[0][row] += letter
		lines[1][col] += letter
	}
	first, best, result := strings.TrimSpace(strings.Join(lines[0][:], "")) == "", 0, object{"type": "PASS"}
	for word := range words {
		for place := 0; place < 2*size*size && len(word) > best && len(word) <= longest; place++ {
			direction, line, start := place/size/size, place/size%size+1, place%size+1
			lying, end := lines[direction][line]+" ", start+len(word)
			if end > size+1 || lying[start-1] != ' ' || lying[end] != ' ' || first && (line != 8 || start > 8 || end <= 8) {
				continue
			}
			laid := lay(words, word, line, start, direction, lying, lines[1-direction], a.Tiles)
			if len(laid) > best && (len(laid) < len(word) || first) {
				best, result = len(laid), object{"type": "PLAY", "playtiles": laid}
			}
		}
	}
	return result
}

func lay(words map[string]bool, word string, line, start, direction int, lying string, across [size + 2]string, hand []string) (laid []object) {
	left := strings.Join(hand, "")
	for index := range word {
		place, letter, other := start+index, word[index:index+1], across[start+index]
		if lying[place:place+1] == letter {
			continue
		}
		formed := other[strings.LastIndex(other[:line], " ")+1:line] + letter + strings.SplitN(other[line+1:], " ", 2)[0]
		if lying[place] != ' ' || !strings.Contains(left, letter) || formed != letter && !words[formed] {
			return nil
		}
		left = strings.Replace(left, letter, "", 1)
		cell := [2]int{line - 1, place - 1}
		laid = append(laid, object{"row": cell[direction], "col": cell[1-direction], "tile": letter})
	}
	return laid
}

func main() {
	http.HandleFunc("/rpc", func(w http.ResponseWriter, r *http.Request) {
		var asked request
		json.NewDecoder(r.Body).Decode(&asked)
		a, result := asked.Params, any(nil)
		lock.Lock()
		switch asked.Method {
		case "Status.Ping":
			result = object{"ping": "OK"}
		case "Scrabble.NewGame":
			games[a.Gameid] = a.Dictionary.Sha1
			result = object{"status": "READY"}
			if lists[a.Dictionary.Sha1] == nil {
				result = object{"status": "PREPARING"}
				go prepare(a)
			}
		case "Scrabble.NextMove":
			result = choose(lists[games[a.Gameid]], a)
		case "Scrabble.Complete", "Scrabble.Error":
			log.Println(asked.Method, a.Gameid)
		}
		lock.Unlock()
		json.NewEncoder(w).Encode(object{"jsonrpc": "2.0", "result": result, "error": nil, "id": asked.Id})
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+append(os.Args, "0")[4])
	must(err)
	endpoint := "http://" + listener.Addr().String() + "/rpc"
	about := object{"token": os.Args[2], "botname": os.Args[3], "botversion": "1", "game": "SCRABBLE", "rpcendpoint": endpoint}
	log.Println(call("RegistrationService.Register", about)["message"])
	must(http.Serve(listener, nil))
}
