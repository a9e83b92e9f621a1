"""Writes several messages in one write, in the plain dialect. Allowed: a read may hold any number of them.

First a peel together with a dump; then a dump together with a peel of what is left, which comes too late, since
the answer to the dump is on its way by then; and so on, a few times. Then it only peels, so that the game ends.
"""

import sys

sys.dont_write_bytecode = True
import example

player = example.load()
DUMPS = 6


def give_up_last_letter():
    """The last letter that was laid by itself, taken off and out of the hand; None if the last was a word."""
    if not player.pile or len(player.pile) < 2 or len(player.pile[-1]) != 1:
        return None
    (letter,) = player.pile[-1].values()
    player.take_back()
    player.loose[letter] -= 1
    return letter


def peel():
    return "p" + player.drawing()


def hear():
    letters = player.next_message()
    player.loose.update(letters)
    return letters


def wait_for_answer(dumped):
    while True:
        letters = hear()
        if len(letters) == 3 or letters == dumped:
            return


player.send("r")
hear()
dumps = 0
while True:
    if not player.solve(player.TRIES_BEFORE_DUMP):
        worst = player.loose_letters()[0]
        player.loose[worst] -= 1
        player.send("d" + worst)
        wait_for_answer(worst)
        continue
    full = peel()
    letter = give_up_last_letter() if dumps < DUMPS else None
    if letter is None:
        player.send(full)
        hear()
        continue
    dumps += 1
    player.send(full + "d" + letter if dumps % 2 == 1 else "d" + letter + peel())
    wait_for_answer(letter)
