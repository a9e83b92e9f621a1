"""An ordinary bot: it answers, and writes on standard error what it hears. It has no handler for signals."""
import re
import sys


def answer(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def heard(text):
    sys.stderr.write(text)
    sys.stderr.flush()


def lines():
    answers = {"end": "ready\n", "start": "done\n" if way == "classic" else ""}
    for line in sys.stdin:
        heard(line)
        word = line.split()[0]
        if word == "turn":
            answer("pass\n")
        elif line.strip() in answers:
            answer(answers[line.strip()])


def race():
    tiles, number, message = 0, 1, ""
    answer("n")
    while letter := sys.stdin.read(1):
        message += letter
        if letter != ".":
            continue
        heard(message + "\n")
        late = message.startswith("-")
        digits = re.sub(r"\D", "", message)
        tiles += len(re.sub(r"[^A-Z]", "", message))
        if digits and not late:
            number = int(digits) + 1
        if not late:
            answer("p%03d%03d001%s" % (number, tiles, "A" * tiles))
        message = ""


way = sys.argv[1]
race() if way == "race" else lines()
