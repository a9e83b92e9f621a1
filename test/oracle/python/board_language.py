"""The language of boards, from docs/reference/board-language.md."""
import re
import unicodedata

TOKEN = re.compile(r"\s*(?:('.')|(\d+)|([A-Za-z_][A-Za-z_0-9]*)|(:=|<>|<=|>=|/\\|\\/|[-+*/%=<>~(){};]))", re.S)
WORDS = set(
    "declare if then else while do skip true false wordLength pointValue charToInt charValue intToChar toUpper toLower "
    "isDigit isLetter isVowel isConsonant".split()
)
BINDS = [{"\\/"}, {"/\\"}, {"=", "<>", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}]
RESERVED = {"_pos_", "_acc_", "_result_", "_x_", "_y_", "_input_"}
MOST_STEPS = 100_000


class NoProgram(Exception):
    pass


class Failed(Exception):
    pass


def wrap(number):
    return (number + 2**31) % 2**32 - 2**31


class Parser:
    """A program as nested tuples. Kinds are `number`, `char` and `truth`."""

    def __init__(self, text):
        self.tokens, at, text = [], 0, text.rstrip(" \t\r\n")
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found or found[2] and (len(found[2]) > 10 or int(found[2]) > 2147483647):
                raise NoProgram(at)
            self.tokens.append(found[1] or found[2] or found[3] or found[4])
            at = found.end()
        self.tree = self.block()
        if self.tokens:
            raise NoProgram(self.tokens[0])

    def next(self):
        return self.tokens[0] if self.tokens else ""

    def take(self, *wanted):
        if not self.tokens or wanted and self.tokens[0] not in wanted:
            raise NoProgram(f"{self.next()} instead of {wanted}")
        return self.tokens.pop(0)

    def name(self):
        name = self.take()
        if not re.match("[A-Za-z_]", name) or name in WORDS:
            raise NoProgram(name)
        return name

    def block(self):
        statements = [self.statement()]
        while self.next() == ";":
            self.take(";")
            if self.next() in ("", "}"):
                break
            statements.append(self.statement())
        return statements

    def braces(self):
        self.take("{")
        block = self.block()
        self.take("}")
        return block

    def brackets(self, kind):
        self.take("(")
        inner = self.of(kind)
        self.take(")")
        return inner

    def statement(self):
        first = self.next()
        if first == "skip":
            return (self.take(),)
        if first == "declare":
            return (self.take(), self.name())
        if first == "if":
            self.take()
            test = self.brackets("truth")
            self.take("then")
            yes, no = self.braces(), []
            if self.next() == "else":
                self.take()
                no = self.braces()
            return ("if", test, yes, no)
        if first == "while":
            self.take()
            test = self.brackets("truth")
            self.take("do")
            return ("while", test, self.braces())
        name = self.name()
        self.take(":=")
        return ("set", name, self.of("number"))

    def of(self, kind):
        tree, found = self.binary(0)
        if found != kind:
            raise NoProgram(f"a {found} instead of a {kind}")
        return tree

    def binary(self, level):
        if level == len(BINDS):
            return self.single()
        left, kind = self.binary(level + 1)
        while self.next() in BINDS[level]:
            sign, (right, other) = self.take(), (None, None)
            right, other = self.binary(level + 1)
            if kind != other or kind != ("truth" if level < 2 else "number"):
                raise NoProgram(f"{kind} {sign} {other}")
            left, kind = (sign, left, right), "truth" if level < 3 else "number"
        return left, kind

    def single(self):
        token = self.take()
        if token == "(":
            inner = self.binary(0)
            self.take(")")
            return inner
        if token in "-~":
            inner, kind = self.single()
            if kind != ("number" if token == "-" else "truth"):
                raise NoProgram(token)
            return ("negative" if token == "-" else "not", inner), kind
        if token[0] == "'":
            return ("value", token[1]), "char"
        if token.isdigit():
            return ("value", int(token)), "number"
        if token in ("true", "false"):
            return ("value", token == "true"), "truth"
        if token == "wordLength":
            return (token,), "number"
        takes_char = token == "charToInt" or token[:2] in ("to", "is") and token in WORDS
        if token in WORDS:
            if not takes_char and token not in ("pointValue", "charValue", "intToChar"):
                raise NoProgram(token)
            gives = {"p": "number", "i": "truth", "t": "char"}[token[0]] if token[0] in "pit" else "number"
            gives = {"charToInt": "number", "charValue": "char", "intToChar": "char"}.get(token, gives)
            return (token, self.brackets("char" if takes_char else "number")), gives
        if not re.match("[A-Za-z_]", token):
            raise NoProgram(token)
        return ("name", token), "number"


class Run:
    """One run: `inputs` are what the program reads, `word` is a list of letters with their points."""

    def __init__(self, tree, inputs, word=()):
        self.word, self.steps = word, 0
        self.scopes = [{"_result_": 0, **inputs}]
        self.block(tree)
        self.result = self.scopes[0]["_result_"]

    def count(self):
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Failed("TooManySteps")

    def inside(self, block):
        self.scopes.append({})
        self.block(block)
        self.scopes.pop()

    def block(self, statements):
        for what, *parts in statements:
            self.count()
            if what == "declare":
                if parts[0] in RESERVED:
                    raise Failed("ReservedName")
                if parts[0] in self.scopes[-1]:
                    raise Failed("VarExists")
                self.scopes[-1][parts[0]] = 0
            elif what == "set":
                value = self.value(parts[1])
                self.scope(parts[0])[parts[0]] = value
            elif what == "if":
                self.inside(parts[1] if self.value(parts[0]) else parts[2])
            elif what == "while":
                while self.value(parts[0]):
                    self.inside(parts[1])
                    self.count()

    def scope(self, name):
        for scope in reversed(self.scopes):
            if name in scope:
                return scope
        raise Failed("VarNotFound")

    def letter(self, at):
        if not 0 <= at < len(self.word):
            raise Failed("IndexOutOfBounds")
        return self.word[at]

    def value(self, tree):
        self.count()
        what, *parts = tree
        if what == "value":
            return parts[0]
        if what == "name":
            return self.scope(parts[0])[parts[0]]
        if what == "wordLength":
            return len(self.word)
        if what in ("/\\", "\\/"):
            left = self.value(parts[0])
            return self.value(parts[1]) if left == (what == "/\\") else left
        values = [self.value(part) for part in parts]
        return self.function(what, values[0]) if len(values) == 1 else self.operator(what, *values)

    def operator(self, sign, one, other):
        if sign in ("/", "%"):
            if other == 0:
                raise Failed("DivisionByZero")
            quotient = abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)
            return wrap(quotient if sign == "/" else one - quotient * other)
        numbers = {"+": one + other, "-": one - other, "*": one * other}
        if sign in numbers:
            return wrap(numbers[sign])
        order = (one > other) - (one < other)
        return order in {"=": [0], "<>": [-1, 1], "<": [-1], "<=": [-1, 0], ">": [1], ">=": [0, 1]}[sign]

    def function(self, name, given):
        if name == "intToChar":
            if not 0 <= given <= 1114111 or 55296 <= given <= 57343:
                raise Failed("IndexOutOfBounds")
            return chr(given)
        functions = {
            "negative": lambda: wrap(-given),
            "not": lambda: not given,
            "pointValue": lambda: self.letter(given)[1],
            "charValue": lambda: self.letter(given)[0],
            "charToInt": lambda: ord(given),
            "toUpper": lambda: given.upper() if len(given.upper()) == 1 else given,
            "toLower": lambda: given.lower() if len(given.lower()) == 1 else given,
            "isDigit": lambda: unicodedata.category(given) == "Nd",
            "isLetter": lambda: unicodedata.category(given)[0] == "L",
            "isVowel": lambda: given in "AEIOUaeiou",
            "isConsonant": lambda: unicodedata.category(given)[0] == "L" and given not in "AEIOUaeiou",
        }
        return functions[name]()
