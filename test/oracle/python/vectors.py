"""Holds the board language of the second judge against the test vectors: vectors.py board-programs.json"""
import json
import sys

from board_language import Failed, NoProgram, Parser, Run


def outcome(vector):
    try:
        tree = Parser(vector["program"]).tree
    except NoProgram:
        return "refused", None
    square = vector["kind"] == "square"
    inputs = {"_pos_": vector["pos"], "_acc_": vector["acc"]} if square else {"_x_": vector["x"], "_y_": vector["y"]}
    try:
        return "result", Run(tree, inputs, vector.get("word", [])).result
    except Failed as failed:
        return "fails", str(failed)


def expected(vector):
    if "result" in vector:
        return "result", vector["result"]
    return ("fails", vector["fails"]["error"]) if "fails" in vector else ("refused", None)


def main(path):
    vectors = json.load(open(path, encoding="utf-8"))["vectors"]
    wrong = [vector for vector in vectors if outcome(vector) != expected(vector)]
    for vector in wrong:
        print(vector["name"], outcome(vector), "and not", expected(vector))
    print(f"{len(vectors)} programs: {f'{len(wrong)} are wrong' if wrong else 'all right'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
