import { builtInBoard, builtInBoardNames } from '../../board/built-in-boards.ts';
import type { JudgingTerms } from '../../judge/judgement.ts';
import { builtInTileNames, builtInTileSet } from '../../tiles/built-in-tiles.ts';
import { shown } from '../../tiles/letter.ts';
import { type Cgp, operationOf } from './cgp.ts';
import { type CgpPosition, positionOfCgp } from './position-of-cgp.ts';
import { readCgp } from './read-cgp.ts';

/** What was asked for by its own option: that goes before what the position names. */
export interface AskedFor {
  readonly board: boolean;
  readonly tiles: boolean;
}

/** What others call a board that is built in here under another name. */
const boardsOfOthers: Readonly<Record<string, string>> = { CrosswordGame: 'official' };

const LARGEST_BONUS = 10_000;

export type PlacedByCgp<Terms> =
  | (Extract<CgpPosition, { ok: true }> & { readonly cgp: Cgp; readonly terms: Terms })
  | { readonly ok: false; readonly problem: string };

/** A position as text, put on the board of these terms, or on the one that it names. */
export function placedByCgp<Terms extends JudgingTerms>(
  text: string,
  given: Terms,
  asked: AskedFor,
): PlacedByCgp<Terms> {
  const read = readCgp(text);
  if (!read.ok) return inPosition(read.problem);
  const terms = termsOfCgp(read.cgp, given, asked);
  if (typeof terms === 'string') return inPosition(terms);
  const placed = positionOfCgp(read.cgp, terms);
  return placed.ok ? { ...placed, cgp: read.cgp, terms } : inPosition(placed.problem);
}

function inPosition(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: `the position: ${problem}` };
}

/** The terms with what the position sets: board (`bdn`), tiles (`ld`), bonus (`bb`). Or why that cannot be. */
function termsOfCgp<Terms extends JudgingTerms>(cgp: Cgp, terms: Terms, asked: AskedFor): Terms | string {
  const variant = operationOf(cgp, 'var') ?? 'classic';
  if (variant !== 'classic') return `var: expected classic, the only variant here; got ${shown(variant)}`;
  const board = boardFor(cgp, asked) ?? terms.board;
  if (typeof board === 'string') return board;
  const tiles = tilesFor(cgp, asked) ?? terms.tiles;
  if (typeof tiles === 'string') return tiles;
  const bonus = operationOf(cgp, 'bb') ?? String(terms.rules.bonus);
  if (!/^\d{1,5}$/.test(bonus) || Number(bonus) > LARGEST_BONUS)
    return `bb: expected a bonus from 0 to ${LARGEST_BONUS}; got ${shown(bonus)}`;
  const least = operationOf(cgp, 'etl') ?? String(terms.handSize);
  if (least !== String(terms.handSize))
    return `etl: expected ${terms.handSize}, as many tiles in the bag for a change as are in a hand; got ${shown(least)}`;
  return { ...terms, board, tiles, rules: { ...terms.rules, bonus: Number(bonus) } };
}

function boardFor(cgp: Cgp, asked: AskedFor) {
  const name = asked.board ? undefined : operationOf(cgp, 'bdn');
  if (name === undefined) return undefined;
  const names = [...Object.keys(boardsOfOthers), ...builtInBoardNames].join(', ');
  return (
    builtInBoard(boardsOfOthers[name] ?? name) ??
    `bdn: expected a board that is known here (${names}), or --board FILE; got ${shown(name)}`
  );
}

function tilesFor(cgp: Cgp, asked: AskedFor) {
  const name = asked.tiles ? undefined : operationOf(cgp, 'ld');
  if (name === undefined) return undefined;
  return (
    builtInTileSet(name) ??
    `ld: expected tiles that are known here (${builtInTileNames.join(', ')}), or --tiles FILE; got ${shown(name)}`
  );
}
