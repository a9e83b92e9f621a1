import type { Board } from '../board/board.ts';
import { boardChoice, namedChoice } from '../board-choice.ts';
import { type RuleSetName, ruleSets } from '../rule-sets.ts';
import { BLANK, type RackLetters, rackLetters } from '../rules/rack.ts';
import { builtInTileSet } from '../tiles/built-in-tiles.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import { namedTiles, readTiles } from '../tiles-choice.ts';

type Options = Readonly<Record<string, string | null>>;

/** What a record's options say. It may be from anywhere: what cannot be read is not there. */
export interface RecordedGame {
  readonly options: Options;
  /** Not one that was drawn by chance. */
  readonly board: Board | undefined;
  readonly isDrawnBoard: boolean;
  readonly tiles: TileSet | undefined;
  readonly letters: RackLetters;
  /** The tile can stand for several letters. */
  isBlank(id: number): boolean;
}

export function recordedGame(options: Options): RecordedGame {
  const { rules, board, tiles } = options;
  const set = Object.hasOwn(ruleSets, rules ?? '') ? ruleSets[rules as RuleSetName] : ruleSets.tournament;
  const choice = choiceOf(board ?? set.board);
  const tileSet = tilesOf(tiles ?? undefined, set.tiles);
  const letters = rackLetters(tileSet ?? { tiles: [] });
  return {
    options,
    board: choice.ok ? choice.value.board : undefined,
    isDrawnBoard: choice.ok && choice.value.board === undefined,
    tiles: tileSet,
    letters,
    isBlank: (id) => letters.get(id) === BLANK,
  };
}

function choiceOf(text: string) {
  return namedChoice(text) ?? boardChoice(text);
}

function tilesOf(text: string | undefined, ofRules: string): TileSet | undefined {
  const reading = text === undefined ? undefined : (namedTiles(text) ?? readTiles(text));
  if (reading === undefined) return builtInTileSet(ofRules);
  return reading.ok ? reading.value : undefined;
}
