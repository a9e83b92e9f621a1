"""A grid of Bananagrams: its words, and whether it is connected."""


def runs(cells, width):
    for step in (1, width):
        for place in cells:
            before = place - step
            if before in cells and (step > 1 or place % width):
                continue
            word, at = "", place
            while at in cells and (step > 1 or at == place or at % width):
                word, at = word + cells[at], at + step
            if len(word) > 1:
                yield word


def connected(cells, width):
    seen, todo = set(), [next(iter(cells))]
    while todo:
        at = todo.pop()
        if at in seen or at not in cells:
            continue
        seen.add(at)
        todo += [at - width, at + width]
        todo += [at - 1] * (at % width > 0) + [at + 1] * ((at + 1) % width > 0)
    return len(seen) == len(cells)


def trimmed(text):
    width, rows = int(text[:3]), []
    for at in range(6, len(text), width):
        rows.append(text[at : at + width])
    while rows and not rows[0].strip("."):
        rows.pop(0)
    while rows and not rows[-1].strip("."):
        rows.pop()
    columns = ["".join(column) for column in zip(*rows)]
    while columns and not columns[0].strip("."):
        columns.pop(0)
    while columns and not columns[-1].strip("."):
        columns.pop()
    return "%03d%03d" % (len(columns), len(rows)) + "".join("".join(row) for row in zip(*columns))
