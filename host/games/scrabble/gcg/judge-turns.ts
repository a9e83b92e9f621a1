import type { Nanos, Seat } from '../../../core/units.ts';
import { hasWord } from '../../../lexicon/automaton.ts';
import { startClock } from '../../line-game/turns.ts';
import type { ScrabbleEvent } from '../events.ts';
import { judgeChange, judgePlay } from '../judge/judge-move.ts';
import { explain, type Judgement, type MoveError } from '../judge/judgement.ts';
import type { Options } from '../options.ts';
import { valuesOf } from '../rules/end.ts';
import { hear } from '../rules/hear.ts';
import { type Deal, openGame } from '../rules/open.ts';
import type { ScrabbleStep, State, Terms } from '../rules/state.ts';
import { rackLetters } from '../tiles/bag.ts';
import type { TileSet } from '../tiles/tile-set.ts';
import type { Move } from '../wire/messages.ts';
import { type FilePosition, FileProblem, type GcgFile, signed } from './gcg-file.ts';
import type { MoveOfTurn } from './reconstruct.ts';
import type { FileTurns, Turn } from './turns.ts';

type Scores = Extract<ScrabbleEvent, { readonly type: 'scores' }>;

interface Course {
  readonly moves: readonly Move[];
  readonly state: State;
  /** Undefined if the game is not over by the rules. */
  readonly scores: Scores | undefined;
  readonly notes: readonly string[];
}

/** Plays moves up to the first contradiction. `look` sees each turn before its move. */
export function judgeTurns(
  deal: Deal,
  turns: readonly MoveOfTurn[],
  took: (index: number) => Nanos,
  look?: (state: State, turn: MoveOfTurn) => void,
): Course | FileProblem {
  const present = deal.terms.names.map((_, index) => ({ seat: index + 1, dialect: undefined }));
  let step: ScrabbleStep = openGame(deal, present);
  let now = 0;
  const moves: Move[] = [];
  const notes: string[] = [];
  for (const [index, each] of turns.entries()) {
    const { state } = step;
    const { line, seat } = each.turn.line;
    // Some programs write a last line for the opponent's missing challenge.
    if (state.over && each.move.type === 'pass' && index === turns.length - 1) break;
    if (state.over) return new FileProblem({ line }, `${overAfter(turns, index)}: expected no more moves`);
    const due = state.turn!.seat;
    if (due !== seat)
      return new FileProblem(
        { line, column: 2 },
        `expected a move of ${nameOf(deal, due)}, whose turn it is; got one of ${nameOf(deal, seat)}`,
      );
    look?.(state, each);
    const judged = judgeTurn(state, each);
    if (judged instanceof FileProblem) return judged;
    const { move, note } = judged;
    if (note !== undefined) notes.push(note);
    moves.push(move);
    const message = { tag: undefined, line: '', lineNumber: index + 1, ...move };
    const at = now + took(index);
    step = hear(startClock(state, seat, now), { seat, message, at, bytes: [0, 0] });
    now = at;
  }
  const scores = step.effects.flatMap((effect) =>
    effect.do === 'record' && effect.event.type === 'scores' ? effect.event : [],
  );
  return { moves, state: step.state, scores: scores[0], notes };
}

/** Invalid words of accepted plays, even if later lines are wrong. */
export function unlistedWords(
  deal: Deal,
  turns: readonly MoveOfTurn[],
  took: (index: number) => Nanos,
): readonly string[] {
  const { lexicon } = deal.terms;
  const unlisted = new Set<string>();
  const wordless = { ...deal, terms: { ...deal.terms, lexicon: undefined } };
  judgeTurns(wordless, turns, took, (state, { turn, move }) => {
    if (move.type !== 'play' || turn.withdrawn || !lexicon) return;
    const judgement = judgePlay(state.terms, state.position, handOf(state, turn), move.placements);
    if (!judgement.legal) return;
    for (const { letters } of judgement.words) if (!hasWord(lexicon, letters)) unlisted.add(letters);
  });
  return [...unlisted];
}

type Play = Extract<Move, { readonly type: 'play' }>;
type Legal = Judgement & { readonly legal: true };

interface Judged {
  readonly move: Move;
  readonly note?: string;
}

function judgeTurn(state: State, { turn, move }: MoveOfTurn): Judged | FileProblem {
  const { terms, bag } = state;
  switch (move.type) {
    case 'play':
      return judgePlayed(state, turn, move);
    case 'change': {
      const [error] = judgeChange(terms, handOf(state, turn), bag.left, move.ids);
      return error ? new FileProblem(wordOf(turn), explain(error, terms)) : { move };
    }
    case 'pass':
    case 'forfeit':
      return { move };
    default:
      return move satisfies never;
  }
}

function judgePlayed(state: State, turn: Turn, move: Play): Judged | FileProblem {
  const { terms, position } = state;
  const judge = (lexicon: Terms['lexicon']) =>
    judgePlay({ ...terms, lexicon }, position, handOf(state, turn), move.placements);
  const judgement = judge(terms.lexicon);
  const errors = judgement.legal ? [] : judgement.errors;
  const fault = errors.find(({ rule }) => rule !== 'wordnotindictionary');
  if (fault) return new FileProblem(placeOf(turn), explain(fault, terms));
  const [word] = errors;
  if (word && !turn.withdrawn) return new FileProblem(wordOf(turn), wrongWord(word, terms));
  const scored = judgement.legal ? judgement : judge(undefined);
  if (!scored.legal) return { move };
  const { points } = turn.line;
  if (scored.points !== points.value)
    return new FileProblem(
      points,
      `expected ${signed(scored.points)} (${eachWord(scored)}); got ${points.text}`,
    );
  return word || !turn.withdrawn ? { move } : takenBack(turn, turn.withdrawn, scored, terms);
}

/** A withdrawn play with valid words. */
function takenBack(
  { line: { line } }: Turn,
  withdrawn: FilePosition,
  { words }: Legal,
  { lexicon }: Terms,
): Judged | FileProblem {
  const formed = words.map(({ letters }) => letters).join(', ');
  if (lexicon)
    return new FileProblem(
      withdrawn,
      `this play is withdrawn, but all its words (${formed}) are in the word list ${lexicon.name}. Name the word list of that game with --dictionary FILE, or use --dictionary none`,
    );
  const note = `line ${line}: ${formed} is withdrawn, but without a word list every word is valid: in the record the turn is a pass`;
  return { move: { type: 'pass' }, note };
}

function wrongWord(error: MoveError, { lexicon }: Terms): string {
  const word = error.rule === 'wordnotindictionary' ? error.word : '';
  return `${word} is not in the word list ${lexicon?.name}. Name the word list of that game with --dictionary FILE, or use --dictionary none`;
}

const handOf = ({ players }: State, { line }: Turn) => players.find(({ seat }) => seat === line.seat)!.hand;
const placeOf = ({ line }: Turn): FilePosition => (line.is === 'play' ? line.place : line);
const wordOf = ({ line }: Turn): FilePosition =>
  line.is === 'play' ? line.word : line.is === 'pass' ? line : line.letters;
const eachWord = ({ words }: Legal) => words.map(({ letters, points }) => `${letters} ${points}`).join(', ');

function overAfter(turns: readonly MoveOfTurn[], index: number): string {
  return `the game was already over after line ${turns[index - 1]!.turn.line.line}`;
}

const nameOf = ({ terms }: Deal, seat: number) => terms.names[seat - 1];

interface End {
  readonly file: GcgFile;
  readonly turns: FileTurns;
  /** Scores by the rules. Undefined if the game is not over. */
  readonly scores: readonly number[] | undefined;
  /** Points for failed challenges, by seat. */
  readonly bonus: readonly number[];
}

/** Compares the end with that of the rules. `wrongRack` is an ignored one. */
export function compareEnd(
  file: GcgFile,
  turns: FileTurns,
  course: Course,
  wrongRack: FileProblem | undefined,
): readonly string[] | FileProblem {
  const { challenges, times } = turns;
  const bonus = [1, 2].map((seat) =>
    challenges.reduce((sum, { seat: other, points }) => (other === seat ? sum + points.value : sum), 0),
  );
  const lost = times.find(({ seat }) => !turns.turns.some(({ line }) => line.seat === seat));
  if (lost)
    return new FileProblem(
      lost,
      `expected a move of ${nameInFile(file, lost.seat)} before its points off for time`,
    );
  // After a player went out, the opponent holds all remaining tiles, whatever the racks say.
  const isOpen = course.state.players.every(({ hand }) => hand.size > 0);
  if (wrongRack && course.scores && isOpen && turns.held.length === 0) return wrongRack;
  const end = { file, turns, scores: course.scores?.scores, bonus };
  const stop = end.scores ? wrongEnd(end, end.scores) : stopsEarly(end);
  if (stop instanceof FileProblem) return stop;
  const without = challenges.map(
    ({ line, seat, points }) =>
      `line ${line}: ${points.text} for a failed challenge: wordhost has no challenges, so the record does not give ${nameInFile(file, seat)} these points`,
  );
  return [...without, ...stop];
}

function stopsEarly({ file, turns: { held } }: End): readonly string[] | FileProblem {
  const [first] = held;
  if (first)
    return new FileProblem(
      first,
      'expected a move or the end of the file, because by these rules the game is not over; got points for the tiles in a hand',
    );
  const last = file.lines.at(-1);
  const where = last ? `after line ${last.line}` : 'before the first move';
  return [`the file stops ${where} before the end of the game: the record ends there as interrupted`];
}

function wrongEnd(end: End, scores: readonly number[]): readonly string[] | FileProblem {
  const { file, turns, bonus } = end;
  const { totals, held, challenges } = turns;
  const expected = scores.map((score, index) => score + bonus[index]!);
  const other = totals.findIndex((total, index) => total !== expected[index]);
  if (other !== -1 && held.length === 0)
    return [
      `the file stops after line ${file.end.line}, before the points for the tiles in the hands: the record includes them`,
    ];
  if (other !== -1) {
    const [seat, score] = [other + 1, expected[other]!];
    const place = held.find((line) => line.seat === seat)?.total ?? file.lines.at(-1)!;
    const before = file.lines
      .filter((line) => line.seat === seat && line.is !== 'held')
      .reduce((sum, { points }) => sum + points.value, 0);
    return new FileProblem(
      place,
      `expected ${nameInFile(file, seat)} to end with ${score}, including ${signed(score - before)} for the tiles in the hands; got ${totals[other]}`,
    );
  }
  if (Math.sign(totals[0] - totals[1]) === Math.sign(scores[0]! - scores[1]!)) return [];
  return new FileProblem(
    challenges[0]!,
    'points for challenges decide this game, but wordhost has no challenges: without these points the result is different',
  );
}

const nameInFile = ({ players }: GcgFile, seat: Seat) => players[seat - 1]!.name;

/** Remaining tiles count twice for the player that goes out, or once for both players. */
export function leftoverOf({ held }: FileTurns, tiles: TileSet): Options['leftover'] {
  const [only] = held;
  if (!only || held.length > 1 || only.points.value === 0) return 'rules';
  const letters = rackLetters(tiles);
  const values = new Map([...valuesOf(tiles)].map(([id, points]) => [letters.get(id), points]));
  const value = [...only.tiles.text.toUpperCase()].reduce(
    (sum, letter) => sum + (values.get(letter) ?? 0),
    0,
  );
  return only.points.value === 2 * value ? 'twice' : 'rules';
}
