"""A bot of Scrabble that is a web server: it registers, and is called for each move. With the standard library alone.

    python3 bot.py http://127.0.0.1:8080 TOKEN NAME [PORT]
"""
import hashlib
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

SERVER, TOKEN, NAME = sys.argv[1:4]
PORT = int(sys.argv[4]) if len(sys.argv) > 4 else 0
SIZE, LONGEST = 15, 7
lists = {}  # by the hash of the dictionary: files are fetched once
games = {}  # by game, the hash of its dictionary


def call(method, params):
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, "id": 1}).encode()
    with urlopen(Request(SERVER + "/rpc", body, {"Content-Type": "application/json"})) as answer:
        said = json.load(answer)
    if said.get("error"):
        raise RuntimeError(f"{method}: {said['error']['message']}")
    return said["result"]


def prepare(about):
    params = {"gameid": about["gameid"]}
    for kind in ("gameboard", "dictionary", "letters"):
        with urlopen(about[kind]["url"]) as answer:
            data = answer.read()
        params[kind] = hashlib.sha1(data).hexdigest()
        if kind == "dictionary":
            words = [word for word in data.decode().split("\n") if len(word) > 1]
            lists[params[kind]] = (set(words), [(word, set(word)) for word in words if len(word) <= LONGEST])
    call("Scrabble.Ready", params)


def new_game(about):
    games[about["gameid"]] = about["dictionary"]["sha1"]
    if about["dictionary"]["sha1"] in lists:
        return {"status": "READY"}
    threading.Thread(target=prepare, args=(about,), daemon=True).start()
    return {"status": "PREPARING"}


def lay(word, start, lying, hand, first):
    """The tiles that the word needs at this place of its line; None: it does not fit there."""
    end = start + len(word)
    if (start > 0 and lying[start - 1]) or (end < SIZE and lying[end]) or (first and not start <= 7 < end):
        return None
    left, laid = list(hand), []
    for place, letter in enumerate(word, start):
        if lying[place] == letter:
            continue
        if lying[place] or letter not in left:
            return None
        left.remove(letter)
        laid.append((place, letter))
    return laid if laid and (first or len(laid) < len(word)) else None


def crosses(words, at, line, place, letter):
    """Whether the word across this tile, if there is one, is in the list."""
    low, high = line, line
    while low > 0 and at(low - 1, place):
        low -= 1
    while high < SIZE - 1 and at(high + 1, place):
        high += 1
    return low == high or "".join(letter if i == line else at(i, place) for i in range(low, high + 1)) in words


def next_move(asked):
    """The play that lays the most tiles; a blank is kept."""
    words, tried = lists[games.get(asked["gameid"], next(iter(lists)))]
    board, tiles = asked.get("gameletters") or asked["gamestate"], asked["tiles"]
    hand = [tile for tile in tiles if tile != "*"]
    first, best = not any(map(any, board)), []
    for down in (False, True):
        at = (lambda line, place: board[place][line]) if down else (lambda line, place: board[line][place])
        for line in range(SIZE):
            lying = [at(line, place) for place in range(SIZE)]
            if line != 7 if first else not any(lying):
                continue
            known = set(hand) | set(lying)
            for word in (word for word, letters in tried if letters <= known):
                for start in range(SIZE - len(word) + 1):
                    laid = lay(word, start, lying, hand, first)
                    if laid and len(laid) > len(best):
                        if all(crosses(words, at, line, place, letter) for place, letter in laid):
                            best = [(place, line, tile) if down else (line, place, tile) for place, tile in laid]
    if best:
        return {"type": "PLAY", "playtiles": [{"row": row, "col": col, "tile": tile} for row, col, tile in best]}
    return {"type": "EXCHANGE", "exchangetiles": tiles[:3]} if len(tiles) == 7 else {"type": "PASS"}


def told(what):
    return lambda params: print(what, json.dumps(params.get("message", params.get("scores"))), file=sys.stderr)


METHODS = {
    "Status.Ping": lambda params: {"ping": "OK"},
    "Scrabble.NewGame": new_game,
    "Scrabble.NextMove": next_move,
    "Scrabble.Complete": told("over:"),
    "Scrabble.Error": told("wrong:"),
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        result = METHODS[asked["method"]](asked.get("params"))
        body = json.dumps({"jsonrpc": "2.0", "result": result, "error": None, "id": asked["id"]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
about = {"token": TOKEN, "botname": NAME, "botversion": "1", "game": "SCRABBLE", "programminglanguage": "Python"}
endpoint = f"http://127.0.0.1:{server.server_port}/rpc"
print(call("RegistrationService.Register", {**about, "rpcendpoint": endpoint})["message"], file=sys.stderr, flush=True)
threading.Event().wait()
