"""The Python example, for bots that play like it and talk otherwise."""

import importlib.util
import pathlib

path = pathlib.Path(__file__).resolve().parents[3] / "examples" / "bananagrams" / "python" / "player.py"


def load():
    spec = importlib.util.spec_from_file_location("player", path)
    player = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(player)
    return player
