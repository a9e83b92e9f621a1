import t from 'tap';
import { millis, seconds } from '../../host/core/units.ts';
import { eventLine } from '../../host/events/noted.ts';
import { FoundWords } from '../../host/games/boggle/rules/state.ts';
import type { OwnEvent } from '../../host/games/events.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { scriptPlayed } from '../match/hand-played.ts';
import { readBack } from '../read-back.ts';
import type { SeenEvent } from '../seen-event.ts';
import fc, { runs } from '../support/laws.ts';
import { bogglePlan } from './boggle-plan.ts';
import { boggleScript } from './boggle-script.ts';
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

t.test(
  'Turns: every word counts once, for whoever found it first, and the turns are used one by one',
  async (t) => {
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
  },
);

t.test('There is one verdict, and nothing after it', async (t) => {
  const law = fc.property(fc.integer({ min: 1, max: 4 }), last, actions, (players, choice, all) => {
    const { table, told } = playClassic(players, choice, all);
    equal(
      told.findIndex((line) => / has won: /.test(line)),
      told.length - 1,
    );
    equal(table.verdict!.players.length, players);
    equal(table.says(1, 'guess CAT', 'done').length + table.leaves(1).length + table.interrupt().length, 0);
  });
  t.doesNotThrow(() => fc.assert(law, runs(200)));
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

const games = fc.record({
  chance: fc.nat(10_000),
  rules: fc.constantFrom('classic' as const, 'turns' as const),
  players: fc.integer({ min: 1, max: 4 }),
  choice: last,
});

function planned({
  chance,
  rules,
  players,
  choice,
}: typeof games extends fc.Arbitrary<infer Game> ? Game : never) {
  const options = {
    rules,
    time: millis(400),
    timeout: millis(100),
    margin: 0,
    turns: 12,
    'last-player': choice,
    'max-late': 256,
  };
  const plan = bogglePlan({ players: rules === 'turns' ? 2 : players, seed: `game ${chance}`, options });
  return {
    plan,
    play: () =>
      scriptPlayed(plan, (clock) => plan.players.map((_, index) => boggleScript(chance + index, clock))),
  };
}

t.test('A replay of any match equals its record', async (t) => {
  const seen: Record<string, number> = {};
  const law = fc.asyncProperty(games, async (game) => {
    const { plan, play } = planned(game);
    const { events, played } = await play();
    const lines = events.map(eventLine);
    const verification = verifyRecord(plan, readBack(events).events, lines);
    if (!verification.ok) throw new Error(JSON.stringify(verification.disagreement, null, 1));
    equal(JSON.stringify(verification.verdict), JSON.stringify(played.verdict));
    for (const kind of [...events.map(kindOf), played.verdict.reason]) seen[kind] = (seen[kind] ?? 0) + 1;
  });
  await fc.assert(law, runs(300));
  const kinds = [
    'guess 1',
    'guess alreadyfound',
    'guess notonboard',
    'guess notindictionary',
    'done',
    'pass',
    'timeout',
  ];
  const ends = ['late', 'forfeit', 'left', 'offence protocol', 'found', 'time-up', 'last-player'];
  for (const kind of [...kinds, ...ends, 'played-out', 'turns-used'])
    t.ok(seen[kind]! > 0, `${kind}: ${seen[kind]} times`);
});

function kindOf({ type, points, reason, kind }: SeenEvent): string {
  const more = type === 'guess' ? (points ?? reason) : kind;
  return more === undefined ? type : `${type} ${more}`;
}

t.test('One seed and the same moves are the same game, to the byte', async (t) => {
  for (const rules of ['classic', 'turns'] as const) {
    const { play } = planned({ chance: 7, rules, players: 3, choice: 'continue' });
    const [one, other] = [await play(), await play()];
    t.ok(one.events.filter(({ type }: OwnEvent) => type === 'guess').length > 3, 'it is a game');
    t.equal(one.events.map(eventLine).join('\n'), other.events.map(eventLine).join('\n'));
  }
});

function equal(one: unknown, other: unknown): void {
  if (one !== other) throw new Error(`${one}\nis not\n${other}`);
}
