import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { moveWhenStuck } from '../../bots/scrabble/decide.ts';
import { siuPlay, siuTiles } from '../../games/scrabble/formats/siu-moves.ts';
import { BestPlays, sharedWords } from '../../games/scrabble/moves/best-plays.ts';
import { Endgame, otherRack } from '../../games/scrabble/moves/endgame.ts';
import { staticEquity } from '../../games/scrabble/moves/equity.ts';
import type { LeaveValues } from '../../games/scrabble/moves/leaves.ts';
import { type RankedPlay, RankedPlays, worthOf } from '../../games/scrabble/moves/ranked-plays.ts';
import { exchanged, rackLetters, rackText } from '../../games/scrabble/tiles/bag.ts';
import type { SiuPosition } from './siu-position.ts';

export interface SearchRequest {
  readonly position: SiuPosition;
  /** `auto` searches to the end of the game when the bag is empty. */
  readonly mode: 'gen' | 'auto';
  /** The values of a file. Without a file, the built-in table counts. */
  readonly leaves: LeaveValues | undefined | 'none';
  readonly most: number;
  /** The search goes on until it has found a play. */
  isOver(): boolean;
}

export interface ListedMove {
  readonly move: string;
  readonly points: number;
  readonly worth: number;
  readonly leave: string;
}

interface Found {
  readonly listed: readonly ListedMove[];
  readonly best: string;
}

/** The search looks into this many plays with an empty bag, as the greedy player does. */
const LOOKED_INTO = 10;
/** The search lets the input be read after this time. */
const LOOK_UP_EVERY_MS = 5;

export async function searchMoves(request: SearchRequest): Promise<Found> {
  const { position, leaves, mode, most, isOver } = request;
  const { terms, held, inBag, cgp } = position;
  const choice = { terms, position: position.position, held, inBag, scores: cgp.racks.map(() => 0) };
  const other = leaves !== 'none' && mode === 'auto' ? otherRack(choice) : undefined;
  const endgame = other && new Endgame(choice, other);
  const kept = leaves === 'none' || endgame ? undefined : staticEquity(choice, leaves);
  const ranked = new RankedPlays(choice, Math.max(most, LOOKED_INTO), endgame?.kept ?? kept);
  const search = new BestPlays(terms, terms.lexicon && sharedWords(terms.lexicon));
  const look = (found: Parameters<RankedPlays['look']>[0]) => {
    ranked.look(found);
    return ranked.least;
  };
  let isWhole = true;
  let lookedUp = performance.now();
  for (const _ of search.search(choice.position, held, look, ranked.beside)) {
    if (performance.now() < lookedUp + LOOK_UP_EVERY_MS) continue;
    await nextTurnOfLoop();
    lookedUp = performance.now();
    if (!isOver() || ranked.plays.length === 0) continue;
    isWhole = false;
    break;
  }
  const { plays } = ranked;
  // Only a complete search shows that an exchange is worth more than each play.
  const change = isWhole ? kept?.change : undefined;
  const changing = change && exchange(change.ids, request, change.worth);
  const first = endgame && isWhole ? endgame.best(plays) : plays[0];
  const listed = plays.map((play) => listedPlay(play, position));
  if (changing) {
    const at = listed.findIndex(({ worth }) => worth < changing.worth);
    listed.splice(at === -1 ? listed.length : at, 0, changing);
  }
  if (changing && changing.worth > (first ? worthOf(first) : 0)) return { listed, best: changing.move };
  if (first) return { listed, best: listedPlay(first, position).move };
  const stuck = stuckMove(request);
  return { listed: [stuck, ...listed], best: stuck.move };
}

function listedPlay(play: RankedPlay, on: SiuPosition): ListedMove {
  const { placements, points, words: formed } = play;
  const move = siuPlay(on.position, placements, formed[0]!.letters, on.terms);
  const laid = placements.map(({ id }) => id);
  return { move, points, worth: worthOf(play), leave: leaveOf(on, laid) };
}

function exchange(ids: readonly number[], { position }: SearchRequest, worth: number): ListedMove {
  const move = `ex.${siuTiles(ids, position.terms.tiles)}`;
  return { move, points: 0, worth, leave: leaveOf(position, ids) };
}

/** The move of a greedy player without a play. */
function stuckMove(request: SearchRequest): ListedMove {
  const move = moveWhenStuck(request.position);
  if (move.type === 'change') return exchange(move.ids, request, 0);
  return { move: 'pass', points: 0, worth: 0, leave: leaveOf(request.position, []) };
}

function leaveOf({ held, terms }: SiuPosition, gone: readonly number[]): string {
  return rackText(exchanged(held, gone, []), rackLetters(terms.tiles));
}
