import { setUpCgp } from '../../../games/scrabble/formats/cgp.ts';
import { writtenPlay } from '../../../games/scrabble/formats/move-notation.ts';
import { readSpokenMove } from '../../../games/scrabble/formats/typed-move.ts';
import { BestPlays } from '../../../games/scrabble/moves/best-plays.ts';
import { RankedPlays } from '../../../games/scrabble/moves/ranked-plays.ts';
import { scrabbleOptions } from '../../../games/scrabble/options.ts';
import { termsOf, unplayable } from '../../../games/scrabble/rules/open.ts';
import type { Introduction } from '../../../games/scrabble/wire/greeting.ts';
import type { Move, Notice } from '../../../games/scrabble/wire/messages.ts';
import {
  answerSchema,
  Conversation,
  type ModelOptions,
  type ModelPlayerOptions,
  type ReadMove,
} from '../../model/conversation.ts';
import { setUpFirstTurn } from '../../model/first-turn.ts';
import { playMoves } from '../play.ts';
import { refusalOf } from '../refusal.ts';
import type { Choice, Mover } from '../strategy.ts';
import { describePosition, describeRules, PastMoves } from './prompt.ts';

/** The moves that a prompt repeats, unless the whole game is in the conversation. */
const MOVES_REPEATED = 3;

const schema = answerSchema('move', { move: { type: 'string' } });

/** The prompt of a turn, without the rules. */
function scrabblePrompt(
  told: Introduction,
  choice: Omit<Choice, 'chance'>,
  { hints, history }: Pick<ModelOptions, 'hints' | 'history'>,
  moves?: PastMoves,
): string {
  const plays = moves?.last(history === 'none' ? 0 : MOVES_REPEATED) ?? [];
  const listed = hints > 0 ? [`Best plays by points: ${bestPlays(choice, hints).join('; ') || 'none'}`] : [];
  return [describePosition(told, choice, plays), ...listed, 'Your move?'].join('\n');
}

/** Plays by a language model on standard input and output. Returns the exit status. */
export async function playByModel(options: ModelPlayerOptions): Promise<number> {
  return await playMoves(async (told) => new ModelMover(told, options), { name: options.name });
}

/** Decides moves by a language model. */
class ModelMover implements Mover {
  readonly #told: Introduction;
  readonly #options: ModelOptions;
  readonly #conversation: Conversation;
  readonly #moves: PastMoves;
  #refusals: string[] = [];
  #sent = '';
  #turn = 0;

  constructor(told: Introduction, options: ModelOptions) {
    this.#told = told;
    this.#options = options;
    this.#conversation = new Conversation(options);
    this.#moves = new PastMoves(told);
  }

  [Symbol.dispose](): void {
    this.#conversation[Symbol.dispose]();
  }

  heard(notice: Notice): void {
    this.#moves.hear(notice);
    if (notice.type === 'turn') this.#turn = notice.k;
    if (notice.type === 'error') this.#refusals.push(notice.words.join(' '));
    if (notice.type === 'failed') this.#refusals.unshift(`${this.#sent} was refused`);
  }

  async move(choice: Choice, until: number): Promise<Move> {
    const refused = this.#refusals.splice(0);
    const before = refused.length > 0 ? `Your last move ${refused.join(': ')}.\n` : '';
    const read = await this.#conversation.ask({
      turn: this.#turn,
      rules: describeRules(this.#told, choice),
      position: before + scrabblePrompt(this.#told, choice, this.#options, this.#moves),
      schema,
      until,
      read: (object) => readMove(object, choice),
    });
    this.#sent = read?.text ?? 'pass';
    return read?.move ?? { type: 'pass' };
  }
}

export function readMove(
  { move }: Readonly<Record<string, unknown>>,
  choice: Choice,
): ReadMove<Move> | string {
  if (typeof move !== 'string') return 'expected {"move": "…"} with a text';
  const text = move.trim();
  const read = readSpokenMove(text, choice);
  if (!read.ok) return read.problem;
  if (read.move.type === 'forfeit') return 'expected a play, an exchange or a pass';
  if (read.move.type === 'play' && read.move.placements.length === 0)
    return `${JSON.stringify(text)} lays no tile: all its letters lie on the board`;
  const refused = refusalOf(read.move, choice);
  return { move: read.move, text, ...(refused !== undefined && { refused }) };
}

/** The search stops after this time. */
const LONGEST_SEARCH_MS = 3000;

function bestPlays({ terms, position, held }: Omit<Choice, 'chance'>, most: number): string[] {
  const ranked = new RankedPlays({ terms, position, held }, most);
  const until = performance.now() + LONGEST_SEARCH_MS;
  const look = (found: Parameters<RankedPlays['look']>[0]) => {
    ranked.look(found);
    return ranked.least;
  };
  for (const _ of new BestPlays(terms, undefined).search(position, held, look))
    if (performance.now() > until) break;
  return ranked.plays.map(
    ({ placements, words, points }) =>
      `${writtenPlay(position, placements, words[0]!.letters, terms)} for ${points}`,
  );
}

/** The messages of a position in CGP, or of an opening. A text alone is the reason why there are none. */
export function promptOf(
  words: readonly string[],
  options: Pick<ModelOptions, 'hints' | 'history' | 'prompt'>,
  cgp = OPENING,
): readonly string[] | string {
  const setup = setUpFirstTurn({ options: scrabbleOptions, unplayable }, words);
  if (typeof setup === 'string') return `--print-prompt: ${setup}`;
  const { board, tiles } = setup.options;
  const placed = setUpCgp(cgp, termsOf(setup), { board: board !== undefined, tiles: tiles !== undefined });
  if (!placed.ok) return `${cgp === OPENING ? '--print-prompt' : '--position'}: ${placed.problem}`;
  const { terms, position, held, inBag } = placed;
  const { scores, scoreless } = placed.cgp;
  const told: Introduction = {
    rules: terms.rules.name,
    player: 1,
    names: setup.names,
    first: 1,
    handSize: terms.handSize,
    timeoutMs: undefined,
    dictionary: undefined,
    board: terms.board,
    tiles: terms.tiles,
    hand: [],
  };
  const choice = { terms, position, held, inBag, player: 1, scores, scoreless };
  return [options.prompt ?? describeRules(told, choice), scrabblePrompt(told, choice, options)];
}

const OPENING = `${Array(15).fill('15').join('/')} AEINRST/ 0/0 0`;
