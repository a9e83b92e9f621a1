import type { Nanos } from '../../../../../core/units.ts';
import { notInList } from '../../../../../lexicon/lexicon.ts';
import { clockStarts } from '../../../../line-game/turns/turn-clock.ts';
import type { ScrabbleEvent } from '../../../events.ts';
import { explain } from '../../../judge/explain.ts';
import { judgeChange } from '../../../judge/judge-change.ts';
import { judgePlay } from '../../../judge/judge-play.ts';
import type { MoveError } from '../../../judge/move-error.ts';
import { hear } from '../../../rules/hear.ts';
import { type Deal, openGame } from '../../../rules/open.ts';
import type { ScrabbleStep, State } from '../../../rules/state.ts';
import type { Move } from '../../../wire/messages.ts';
import { Misread } from '../read/misread.ts';
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

interface Judged {
  readonly move: Move;
  readonly note?: string;
}

function judgeTurn(state: State, { turn, move }: MoveOfTurn): Judged | Misread {
  const { terms, position, bag } = state;
  const { line, withdrawn } = turn;
  const { hand } = state.players.find(({ seat }) => seat === line.seat)!;
  if (line.is === 'pass' || move.type === 'pass' || move.type === 'forfeit') return { move };
  if (line.is !== 'play' || move.type !== 'play') {
    const ids = move.type === 'change' ? move.ids : [];
    const [error] = judgeChange(terms, hand, bag.left, ids);
    return error ? new Misread('letters' in line ? line.letters : line, explain(error, terms)) : { move };
  }
  const judgement = judgePlay(terms, position, hand, move.placements);
  const errors = judgement.legal ? [] : judgement.errors;
  const [fault] = errors.filter(({ rule }) => rule !== 'wordnotindictionary');
  const [word] = errors;
  if (fault) return new Misread(line.place, explain(fault, terms));
  if (word && !withdrawn) return new Misread(line.word, wrongWord(word, state));
  const anyWord = judgePlay({ ...terms, lexicon: undefined }, position, hand, move.placements);
  if (anyWord.legal && anyWord.points !== line.points.value) {
    const words = anyWord.words.map(({ letters, points }) => `${letters} ${points}`).join(', ');
    return new Misread(line.points, `expected ${signed(anyWord.points)} (${words}); got ${line.points.text}`);
  }
  if (!withdrawn || word) return { move };
  const formed = anyWord.legal ? anyWord.words.map(({ letters }) => letters).join(', ') : '';
  if (terms.lexicon)
    return new Misread(
      withdrawn,
      `expected a play with a word that is not in the word list ${terms.lexicon.name}, because it is taken back; all are in it (${formed}). Name the list of that game: --dictionary FILE, or none`,
    );
  const note = `line ${line.line}: ${formed} is taken back, and without a word list every word stands: in the record the turn is a pass`;
  return { move: { type: 'pass' }, note };
}

function wrongWord(error: MoveError, { terms }: State): string {
  const word = error.rule === 'wordnotindictionary' ? error.word : '';
  const list = notInList(terms.lexicon!).replace(/ \(.*/, '');
  return `${word} is ${list}: name the list of that game (--dictionary FILE), or none (--dictionary none)`;
}

function overAfter(turns: readonly MoveOfTurn[], index: number): string {
  return `by the rules the game was over after line ${turns[index - 1]!.turn.line.line}`;
}

const nameOf = ({ terms }: Deal, seat: number) => terms.names[seat - 1];
const signed = (points: number) => (points < 0 ? `${points}` : `+${points}`);
