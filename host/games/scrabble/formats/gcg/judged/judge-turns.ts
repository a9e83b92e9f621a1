import type { Nanos } from '../../../../../core/units.ts';
import { clockStarts } from '../../../../line-game/turns/turn-clock.ts';
import type { ScrabbleEvent } from '../../../events.ts';
import { explain } from '../../../judge/explain.ts';
import { judgeChange } from '../../../judge/judge-change.ts';
import { judgePlay } from '../../../judge/judge-play.ts';
import type { Judgement } from '../../../judge/judgement.ts';
import type { MoveError } from '../../../judge/move-error.ts';
import { hear } from '../../../rules/hear.ts';
import { type Deal, openGame } from '../../../rules/open.ts';
import type { ScrabbleStep, State, Terms } from '../../../rules/state.ts';
import type { Move } from '../../../wire/messages.ts';
import { Misread, type Place } from '../read/misread.ts';
import type { Turn } from '../read/turns.ts';
import { signed } from '../signed.ts';
import type { MoveOfTurn } from './reconstruct.ts';

type Scores = Extract<ScrabbleEvent, { readonly type: 'scores' }>;

/** A game whose moves are all right. */
export interface Course {
  /** As they are said to the host. */
  readonly moves: readonly Move[];
  readonly state: State;
  /** None: by the rules it is not over. */
  readonly scores: Scores | undefined;
  readonly notes: readonly string[];
}

/** Each move is made before the real rules; the first that the file tells otherwise ends it. `took`: by the place of the turn. */
export function judgeTurns(
  deal: Deal,
  turns: readonly MoveOfTurn[],
  took: (index: number) => Nanos,
): Course | Misread {
  const present = deal.terms.names.map((_, index) => ({ seat: index + 1, dialect: undefined }));
  let step: ScrabbleStep = openGame(deal, present);
  let now = 0;
  const moves: Move[] = [];
  const notes: string[] = [];
  for (const [index, each] of turns.entries()) {
    const { state } = step;
    const { line, seat } = each.turn.line;
    // Some programs write that the other does not challenge the last play.
    if (state.over && each.move.type === 'pass' && index === turns.length - 1) break;
    if (state.over)
      return new Misread({ line }, `${overAfter(turns, index)}: expected no more moves; got one`);
    const due = state.turn!.seat;
    if (due !== seat)
      return new Misread(
        { line, column: 2 },
        `expected a move of ${nameOf(deal, due)}, whose turn it is; got one of ${nameOf(deal, seat)}`,
      );
    const judged = judgeTurn(state, each);
    if (judged instanceof Misread) return judged;
    const { move, note } = judged;
    if (note !== undefined) notes.push(note);
    moves.push(move);
    const message = { tag: undefined, line: '', lineNumber: index + 1, ...move };
    const at = now + took(index);
    step = hear(clockStarts(state, seat, now), { seat, message, at, bytes: [0, 0] });
    now = at;
  }
  const scores = step.effects.flatMap((effect) =>
    effect.do === 'record' && effect.event.type === 'scores' ? effect.event : [],
  );
  return { moves, state: step.state, scores: scores[0], notes };
}

type Play = Extract<Move, { readonly type: 'play' }>;
type Legal = Judgement & { readonly legal: true };

interface Judged {
  readonly move: Move;
  readonly note?: string;
}

function judgeTurn(state: State, { turn, move }: MoveOfTurn): Judged | Misread {
  const { terms, bag } = state;
  switch (move.type) {
    case 'play':
      return judgePlayed(state, turn, move);
    case 'change': {
      const [error] = judgeChange(terms, handOf(state, turn), bag.left, move.ids);
      return error ? new Misread(wordOf(turn), explain(error, terms)) : { move };
    }
    case 'pass':
    case 'forfeit':
      return { move };
    default:
      return move satisfies never;
  }
}

function judgePlayed(state: State, turn: Turn, move: Play): Judged | Misread {
  const { terms, position } = state;
  const judge = (lexicon: Terms['lexicon']) =>
    judgePlay({ ...terms, lexicon }, position, handOf(state, turn), move.placements);
  const judgement = judge(terms.lexicon);
  const errors = judgement.legal ? [] : judgement.errors;
  const fault = errors.find(({ rule }) => rule !== 'wordnotindictionary');
  if (fault) return new Misread(placeOf(turn), explain(fault, terms));
  const [word] = errors;
  if (word && !turn.withdrawn) return new Misread(wordOf(turn), wrongWord(word, terms));
  const scored = judgement.legal ? judgement : judge(undefined);
  if (!scored.legal) return { move };
  const { points } = turn.line;
  if (scored.points !== points.value)
    return new Misread(points, `expected ${signed(scored.points)} (${eachWord(scored)}); got ${points.text}`);
  return word || !turn.withdrawn ? { move } : takenBack(turn, turn.withdrawn, scored, terms);
}

/** A play that is taken back though every word of it stands. */
function takenBack(
  { line: { line } }: Turn,
  withdrawn: Place,
  { words }: Legal,
  { lexicon }: Terms,
): Judged | Misread {
  const formed = words.map(({ letters }) => letters).join(', ');
  if (lexicon)
    return new Misread(
      withdrawn,
      `expected a play with a word that is not in the word list ${lexicon.name}, because it is taken back; all are in it (${formed}). Name the list of that game: --dictionary FILE, or none`,
    );
  const note = `line ${line}: ${formed} is taken back, and without a word list every word stands: in the record the turn is a pass`;
  return { move: { type: 'pass' }, note };
}

function wrongWord(error: MoveError, { lexicon }: Terms): string {
  const word = error.rule === 'wordnotindictionary' ? error.word : '';
  return `${word} is not in the word list ${lexicon?.name}: name the list of that game (--dictionary FILE), or none (--dictionary none)`;
}

const handOf = ({ players }: State, { line }: Turn) => players.find(({ seat }) => seat === line.seat)!.hand;
const placeOf = ({ line }: Turn): Place => (line.is === 'play' ? line.place : line);
const wordOf = ({ line }: Turn): Place =>
  line.is === 'play' ? line.word : line.is === 'pass' ? line : line.letters;
const eachWord = ({ words }: Legal) => words.map(({ letters, points }) => `${letters} ${points}`).join(', ');

function overAfter(turns: readonly MoveOfTurn[], index: number): string {
  return `by the rules the game was over after line ${turns[index - 1]!.turn.line.line}`;
}

const nameOf = ({ terms }: Deal, seat: number) => terms.names[seat - 1];
