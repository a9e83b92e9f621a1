import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import { FoundWords } from '../../host/games/boggle/rules/state.ts';
import fc, { runs } from '../support/laws.ts';
import { type BoggleTable, openedBoggle, words } from './boggle-table.ts';

const notOnBoard = ['DOG', 'SCAT'];
const onBoard = words.filter((word) => !notOnBoard.includes(word));

/** What somebody does next. Numbers choose among what there is to choose from. */
interface Action {
  readonly seat: number;
  readonly what: 'guess' | 'done' | 'pass' | 'forfeit' | 'junk' | 'leave' | 'wait';
  readonly word: string;
}

const action = fc.record({
  seat: fc.nat(15),
  what: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom('guess' as const) },
    { weight: 2, arbitrary: fc.constantFrom('done' as const, 'pass' as const) },
    { weight: 1, arbitrary: fc.constantFrom('forfeit' as const, 'junk' as const, 'leave' as const) },
    { weight: 1, arbitrary: fc.constant('wait' as const) },
  ),
  word: fc.constantFrom(...words, ...onBoard, 'ZZ', 'cat', 'C4T'),
});
const actions = fc.array(action, { maxLength: 60, size: 'max' });
const last = fc.constantFrom('win' as const, 'continue' as const);

/** Each player by itself, as a plain list of what it said. */
interface Witness {
  readonly right: Set<string>;
  isDone: boolean;
  fate: 'playing' | 'left' | 'offender';
}

function playClassic(players: number, choice: 'win' | 'continue', all: readonly Action[]) {
  const table = openedBoggle({ players, options: { 'last-player': choice } });
  const witnesses = Array.from(
    { length: players },
    (): Witness => ({ right: new Set(), isDone: false, fate: 'playing' }),
  );
  const told: string[] = [];
  for (const { seat: number, what, word } of all) {
    if (table.verdict) break;
    const seat = (number % players) + 1;
    const witness = witnesses[seat - 1]!;
    told.push(
      ...(what === 'leave'
        ? table.leaves(seat)
        : what === 'wait'
          ? table.wait(seconds(1))
          : table.says(seat, lineOf(what, word))),
    );
    if (witness.fate === 'playing') witnessed(witness, what, word.toUpperCase());
  }
  told.push(...table.wait(seconds(180)));
  return { table, witnesses, told };
}

function lineOf(what: Action['what'], word: string): string {
  return what === 'guess' ? `guess ${word}` : what === 'junk' ? 'help' : what;
}

function witnessed(witness: Witness, what: Action['what'], word: string): void {
  if ((what === 'junk' || what === 'pass') && !witness.isDone) witness.fate = 'offender';
  else if (what === 'leave' || (what === 'forfeit' && !witness.isDone)) witness.fate = 'left';
  else if (what === 'done') witness.isDone = true;
  else if (what === 'guess' && !witness.isDone && onBoard.includes(word as never)) witness.right.add(word);
}

const plainPoints = (word: string) => (word.length < 3 ? 0 : 1);

t.test('Classic: what is told at the end is what a plain count of all that was said gives', async (t) => {
  const seen: Record<string, number> = {};
  const law = fc.property(fc.integer({ min: 1, max: 5 }), last, actions, (players, choice, all) => {
    const { table, witnesses, told } = playClassic(players, choice, all);
    const counted = witnesses.filter(({ fate }) => fate !== 'offender');
    const finders = (word: string) => counted.filter(({ right }) => right.has(word)).length;
    const worth = (word: string) => (finders(word) > 1 ? 0 : plainPoints(word));
    const found = witnesses.flatMap(({ fate, right }, index) =>
      fate === 'offender' ? [] : [...right].sort().map((word) => `found ${index + 1} ${word} ${worth(word)}`),
    );
    const scores = witnesses.map(({ fate, right }) =>
      fate === 'offender' ? 0 : [...right].reduce((sum, word) => sum + worth(word), 0),
    );
    const over = `gameover ${scores.map((score, index) => `${index + 1} ${score}`).join(' ')}`;
    for (const [index, { fate }] of witnesses.entries()) {
      const own = told.filter((line) => line.startsWith(`${index + 1}<`) && /found|gameover/.test(line));
      equal(
        own.join('\n'),
        fate === 'playing' ? [...found, over].map((line) => `${index + 1}< ${line}`).join('\n') : '',
      );
    }
    assertVerdict(table, scores);
    const kinds = [table.verdict!.reason, ...table.verdict!.players.map(({ outcome }) => outcome)];
    for (const kind of kinds) seen[kind] = (seen[kind] ?? 0) + 1;
  });
  t.doesNotThrow(() => fc.assert(law, runs(1000)));
  for (const kind of [
    'played-out',
    'time-up',
    'last-player',
    'nobody-left',
    'won',
    'draw',
    'offender',
    'left',
    'forfeited',
  ])
    t.ok(seen[kind]! > 10, `${kind}: ${seen[kind]} times`);
});

/** Of those who were there to the end the highest has won, and equal ones share it. */
function assertVerdict({ verdict }: BoggleTable, scores: readonly number[]): void {
  const { reason, outcome: gameOutcome, players } = verdict!;
  const there = players.filter(({ outcome }) => ['won', 'draw', 'lost'].includes(outcome));
  const top = Math.max(...there.map(({ seat }) => scores[seat - 1]!));
  const best = there.filter(({ seat }) => scores[seat - 1] === top);
  if (there.length === 0) equal(gameOutcome, 'aborted');
  if (reason === 'last-player') equal(there.map(({ outcome }) => outcome).join(), 'won');
  else
    for (const { seat, outcome } of there)
      equal(outcome, scores[seat - 1] !== top ? 'lost' : best.length > 1 ? 'draw' : 'won');
}

t.test('Turns: every word counts once, for its first finder, and turns are used one by one', async (t) => {
  let scoredWords = 0;
  const law = fc.property(actions, (all) => {
    const table = openedBoggle({ options: { rules: 'turns', turns: 25 } });
    const owner = new Map<string, number>();
    let [seat, used] = [1, 0];
    for (const { what, word } of all) {
      if (table.verdict || (what !== 'guess' && what !== 'pass')) continue;
      const spelled = word.toUpperCase();
      const [first] = table.says(seat, lineOf(what, word));
      const right = onBoard.includes(spelled as never);
      const reason = owner.has(spelled)
        ? 'alreadyfound'
        : notOnBoard.includes(spelled)
          ? 'notonboard'
          : 'notindictionary';
      const expected =
        what === 'pass'
          ? `passed ${seat}`
          : right && !owner.has(spelled)
            ? `scored ${seat} ${spelled} ${plainPoints(spelled)}`
            : `missed ${seat} ${spelled} ${reason}`;
      equal(first, `${seat}< ${expected}`);
      if (what === 'guess' && right && !owner.has(spelled)) owner.set(spelled, seat);
      seat = 3 - seat;
      used++;
    }
    equal(table.verdict !== undefined, used === 25);
    scoredWords += owner.size;
    if (!table.verdict) return;
    const scores = [1, 2].map((player) =>
      [...owner].reduce((sum, [word, by]) => sum + (by === player ? plainPoints(word) : 0), 0),
    );
    assertVerdict(table, scores);
  });
  t.doesNotThrow(() => fc.assert(law, runs(300)));
  t.ok(scoredWords > 500, `${scoredWords} words`);
});

t.test('What was found is a value: going on from it changes no other that came of it', async (t) => {
  const law = fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(40)), { maxLength: 60 }), (steps) => {
    const made: { value: FoundWords; plain: readonly string[] }[] = [{ value: FoundWords.none, plain: [] }];
    for (const [pick, number] of steps) {
      const { value, plain } = made[pick % made.length]!;
      const word = `W${number}`;
      equal(value.has(word), plain.includes(word));
      if (!plain.includes(word)) made.push({ value: value.with(word), plain: [...plain, word] });
    }
    for (const { value, plain } of made) {
      equal(value.count, plain.length);
      equal(value.inOrder().join(), [...plain].sort().join());
    }
  });
  t.doesNotThrow(() => fc.assert(law, runs(500)));
});

function equal(one: unknown, other: unknown): void {
  if (one !== other) throw new Error(`${one}\nis not\n${other}`);
}
