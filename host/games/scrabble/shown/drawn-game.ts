import type { Sign } from '../../shown.ts';
import type { Board } from '../board/board.ts';
import { builtInBoard } from '../board/built-in-boards.ts';
import { signOf } from '../board/square-signs.ts';
import { boardChoice, namedChoice } from '../board-choice.ts';
import { type RuleSetName, ruleSets } from '../rule-sets.ts';
import { builtInTileSet } from '../tiles/built-in-tiles.ts';
import { namedTiles, readTiles } from '../tiles-choice.ts';

/** What a record's options say of how its board and tiles are drawn. */
export interface DrawnGame {
  /** By the character that stands for a kind of square in the record. */
  readonly signs: ReadonlyMap<string, Sign>;
  /** The tile can stand for several letters. */
  isBlank(id: number): boolean;
}

type Options = Readonly<Record<string, string | null>>;

/** A record may be from anywhere: what cannot be read has no signs and no blanks. */
export function drawnGame({ rules, board, tiles }: Options): DrawnGame {
  const set = Object.hasOwn(ruleSets, rules ?? '') ? ruleSets[rules as RuleSetName] : ruleSets.tournament;
  const several = blanksOf(tiles ?? undefined, set.tiles);
  return { signs: signsOn(boardOf(board ?? set.board)), isBlank: (id) => several.has(id) };
}

/** A board that is drawn by chance has the squares of the others. */
function boardOf(text: string): Board | undefined {
  const choice = namedChoice(text) ?? boardChoice(text);
  return choice.ok ? (choice.value.board ?? builtInBoard('official')) : undefined;
}

export function signsOn(board: Board | undefined): ReadonlyMap<string, Sign> {
  const signs = new Map<string, Sign>();
  for (const kind of board?.squares ?? []) {
    const drawn = board!.drawnAs(kind.id);
    const sign = signOf(kind, drawn);
    if (sign) signs.set(drawn, sign);
  }
  return signs;
}

function blanksOf(text: string | undefined, ofRules: string): ReadonlySet<number> {
  const reading = text === undefined ? undefined : (namedTiles(text) ?? readTiles(text));
  const set = reading === undefined ? builtInTileSet(ofRules) : reading.ok ? reading.value : undefined;
  const several = set?.tiles.filter(({ faces }) => faces.some(({ letter }) => letter !== faces[0]!.letter));
  return new Set(several?.map(({ id }) => id));
}
