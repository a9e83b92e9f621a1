import type { Board } from '../../games/scrabble/board/board.ts';
import type { JudgingTerms } from '../../games/scrabble/judge/judgement.ts';
import { emptyPosition } from '../../games/scrabble/judge/position.ts';
import { type RuleSet, ruleSets } from '../../games/scrabble/rule-sets.ts';
import { tileCount } from '../../games/scrabble/tiles/tile-set.ts';
import { type Introduction, readGreeting } from '../../games/scrabble/wire/greeting.ts';
import type { Move, Notice, Placement } from '../../games/scrabble/wire/messages.ts';
import type { Automaton } from '../../lexicon/automaton.ts';
import type { Lexicon } from '../../lexicon/lexicon.ts';
import { loadLexicon } from '../../lexicon/load.ts';
import type { Chance } from '../chance.ts';
import { startTurn, type Turn } from '../turn.ts';
import type { Choice } from './strategy.ts';

export interface GameSetup {
  readonly told: Introduction;
  readonly game: FollowedGame;
  readonly lexicon: Lexicon | undefined;
}

/** Returns the reason why the game cannot be played. `known` is an already loaded word list. */
export function followGame(lines: readonly string[], known?: Lexicon): GameSetup | string {
  const read = readGreeting(lines);
  if (!read.ok) return `cannot read the board: ${read.problem}`;
  const { told } = read;
  const rules = Object.values(ruleSets).find(({ name }) => name === told.rules);
  if (!rules) return `expected one of the rules ${Object.keys(ruleSets).join(', ')}; got ${told.rules}`;
  const loaded = told.dictionary === undefined || known ? undefined : loadLexicon(told.dictionary);
  if (loaded?.ok === false) return loaded.problem;
  const lexicon = known ?? loaded?.lexicon;
  return { told, game: new FollowedGame(told, rules, lexicon), lexicon };
}

export class FollowedGame {
  readonly terms: JudgingTerms;
  readonly held = new Map<number, number>();
  position = emptyPosition;
  turn: Turn | undefined;
  /** Before the host tells it, all tiles but a full hand for each player. */
  inBag: number;
  readonly scores: number[];
  /** The number of consecutive turns without points. */
  scoreless = 0;
  /** The host has given the same turn again, after a refused move. */
  isRetry = false;
  #lastTurn = 0;
  #changing: readonly number[] = [];
  readonly #player: number;

  constructor(told: Introduction, rules: RuleSet, lexicon: Automaton | undefined) {
    const { board, tiles, handSize, names } = told;
    this.terms = { rules, board: cachedBoard(board), tiles, lexicon, handSize };
    this.inBag = Math.max(0, tileCount(tiles) - handSize * names.length);
    this.#player = told.player;
    this.scores = told.names.map(() => 0);
    for (const { id, count } of told.hand) this.#add(id, count);
  }

  hear(notice: Notice): void {
    switch (notice.type) {
      case 'turn':
        this.isRetry = notice.k === this.#lastTurn;
        // The refused move has ended no turn.
        if (this.isRetry) this.scoreless--;
        this.#lastTurn = notice.k;
        this.turn = startTurn(notice);
        break;
      case 'playsuccess':
        for (const { id } of notice.placements) this.#add(id, -1);
        this.#draw(notice.drawn);
        this.#lay(notice.placements);
        this.#score(this.#player, notice.points);
        break;
      case 'played':
        this.#lay(notice.placements);
        this.#score(notice.player, notice.points);
        break;
      case 'passed':
      case 'timeout':
        this.scoreless++;
        if (notice.player === this.#player) this.turn = undefined;
        break;
      case 'forfeited':
        if (notice.player === this.#player) this.turn = undefined;
        break;
      case 'gameover':
        this.turn = undefined;
        break;
      case 'bag':
        this.inBag = notice.tiles;
        break;
      case 'changesuccess':
        for (const id of this.#changing) this.#add(id, -1);
        this.#draw(notice.drawn);
        this.scoreless++;
        break;
      case 'playfailed':
      case 'changed':
      case 'failed':
        this.scoreless++;
        break;
      case 'start':
      case 'bank':
      case 'error':
        break;
      default:
        notice satisfies never;
    }
  }

  answer(message: Move): void {
    this.turn = undefined;
    this.#changing = message.type === 'change' ? message.ids : [];
  }

  /** Takes an answer as the line that the host has read. */
  sent(line: string): void {
    const [, ids] = /^(?:@\d+ )?change (.*)$/.exec(line.trim()) ?? [];
    this.answer(ids === undefined ? { type: 'pass' } : { type: 'change', ids: ids.split(' ').map(Number) });
  }

  choice(chance: Chance): Choice {
    const { terms, position, held, inBag, scores, scoreless } = this;
    return { terms, position, held, inBag, player: this.#player, scores, scoreless, chance };
  }

  #score(player: number, points: number): void {
    this.scores[player - 1] = (this.scores[player - 1] ?? 0) + points;
    this.scoreless = points === 0 ? this.scoreless + 1 : 0;
  }

  #lay(placements: readonly Placement[]): void {
    this.position = this.position.with(placements);
  }

  #draw(counts: readonly { readonly id: number; readonly count: number }[]): void {
    for (const { id, count } of counts) this.#add(id, count);
  }

  #add(id: number, count: number): void {
    const left = (this.held.get(id) ?? 0) + count;
    if (left > 0) this.held.set(id, left);
    else this.held.delete(id);
  }
}

const MOST_PLACES = 500_000;

/** Caches the squares of a board, because a board program may be slow. */
function cachedBoard(board: Board): Board {
  const columns = new Map<number, Map<number, number>>();
  let places = 0;

  function squareAt(x: number, y: number): number {
    const column = columns.get(x);
    const known = column?.get(y);
    if (known !== undefined) return known;
    const found = board.squareAt(x, y);
    if (places++ === MOST_PLACES) {
      columns.clear();
      places = 1;
    }
    const kept = columns.get(x) ?? new Map<number, number>();
    columns.set(x, kept.set(y, found));
    return found;
  }

  return { ...board, squareAt };
}
