/*
 * Uses of the library that the compiler has to take, and mistakes that it has to find: `npm run lint` reads them from
 * the sources, and the test of the package from the types that are published. Nothing here runs.
 */
import {
  games,
  type MatchPlan,
  playMatch,
  type Script,
  scriptedSeats,
  settleOptions,
  type Verdict,
} from 'wordhost';
import * as bananagrams from 'wordhost/bananagrams';
import * as boggle from 'wordhost/boggle';
import { run } from 'wordhost/command-line';
import {
  type Effect,
  type EventOf,
  type EventTable,
  type Game,
  type OptionTable,
  seat,
  whole,
} from 'wordhost/games';
import { hasWord, type Lexicon, loadLexicon } from 'wordhost/lexicon';
import { EventLog, type Result, readRecord, verifyRecord } from 'wordhost/records';
import * as scrabble from 'wordhost/scrabble';

export function loads(): Lexicon {
  const reading = loadLexicon('english');
  // @ts-expect-error a reading may have failed: first it is asked
  reading.lexicon;
  if (!reading.ok) throw new Error(reading.problem);
  // @ts-expect-error a lexicon is read only
  reading.lexicon.words = 0;
  return reading.lexicon;
}

export function followsScrabble(lines: readonly string[]): string {
  const greeting = scrabble.readGreeting(lines);
  if (!greeting.ok) return greeting.problem;
  const told: scrabble.Greeting = greeting.told;
  const notice: scrabble.Notice | undefined = scrabble.readNotice(lines[0]!);
  // @ts-expect-error a turn without end has no milliseconds
  const ms: number = notice?.type === 'turn' ? notice.ms : 0;
  const message: scrabble.Message = ms > 0 ? { type: 'pass' } : { type: 'change', ids: [told.hand[0]!.id] };
  // @ts-expect-error a change names its tiles
  scrabble.messageText({ type: 'change' });
  return scrabble.messageText(message, 3);
}

export function followsBoggle(lines: readonly string[], words: Lexicon): readonly string[] {
  const greeting = boggle.readGreeting(lines);
  if (!greeting.ok) return [];
  // @ts-expect-error no guess is without its word
  boggle.messageText({ type: 'guess' });
  // @ts-expect-error cells are letters
  boggle.boardOf(1, 1, [1]);
  return boggle.wordFinder(words).wordsOn(greeting.told.board);
}

export function followsBananagrams(text: string, words: Lexicon): string {
  const notice = bananagrams.readNotice(text, 'numbered', true);
  // @ts-expect-error there are two dialects
  bananagrams.readNotice(text, 'loud', true);
  const reading = bananagrams.readGrid('001001A');
  if (!reading.ok) return reading.problem;
  const refusal = bananagrams.judgeGrid(reading.grid, words);
  if (refusal) return bananagrams.explain(refusal);
  return notice?.type === 'peeled' ? notice.drew : String(hasWord(words, 'AA'));
}

export async function playsByStrategies(): Promise<number> {
  const longest: scrabble.Strategy = ({ held, inBag }) => {
    let best: { placements: readonly scrabble.Placement[]; length: number } | undefined;
    return {
      look(found) {
        // @ts-expect-error only a judge may be able to tell
        const points: number = found.points;
        if (found.length > (best?.length ?? points * 0)) best = { ...found, placements: found.placements() };
      },
      chosen: () =>
        best?.placements ?? (inBag > 7 ? { type: 'change', ids: [...held.keys()] } : { type: 'pass' }),
    };
  };
  // @ts-expect-error a strategy chooses
  await scrabble.play(() => ({ look() {} }));
  // @ts-expect-error Boggle has no plays
  await boggle.play(({ words }) => words, { bestFirst: true });
  await bananagrams.play(({ lexicon, chance }) => {
    const solver = new bananagrams.Solver(lexicon, chance);
    // @ts-expect-error an answer is a grid or a letter
    const wrong: bananagrams.Answer = {};
    return ({ drew }) => (drew === '' ? wrong : { peel: solver.rows() });
  });
  return await scrabble.play(longest, { bestFirst: true, pauseMs: 100 });
}

export function readsPositions(text: string, terms: scrabble.JudgingTerms): string | undefined {
  const read = scrabble.readCgp(text);
  // @ts-expect-error a text may be no position
  read.cgp;
  const placed = read.ok ? scrabble.positionOfCgp(read.cgp, terms) : read;
  if (!placed.ok) return placed.problem;
  const best = new scrabble.RankedPlays({ terms, ...placed }, 1);
  const cgp = scrabble.cgpOf(placed.position, terms, [{ held: placed.held, score: best.plays.length }]);
  // @ts-expect-error a board without edges has none
  scrabble.cgpText(cgp);
  return cgp && scrabble.cgpText(cgp);
}

export function sharesWords(lines: readonly string[]): void {
  for (const game of [scrabble, boggle]) {
    const greeting = game.readGreeting(lines);
    if (greeting.ok) greeting.told.names.join();
    const notice = game.readNotice(lines[0]!);
    if (notice?.type === 'gameover') notice.scores.map(({ player, points }) => player + points);
    game.messageText({ type: 'pass' }, 1);
    // @ts-expect-error nobody says that
    game.messageText({ type: 'draw' });
  }
}

export async function plays(plan: MatchPlan, clock: Parameters<typeof scriptedSeats>[1]): Promise<Verdict> {
  const script: Script = ({ say }) => {
    say('n');
    return { hear: (text) => say(text.toUpperCase()) };
  };
  const tools = { clock, log: new EventLog([]), interrupt: undefined };
  // @ts-expect-error a match has seats
  await playMatch(plan, tools);
  const { verdict } = await playMatch(plan, { ...tools, openSeats: scriptedSeats([script], clock) });
  return verdict;
}

export function verifies(path: string, plan: MatchPlan): Result | undefined {
  const record = readRecord(path);
  if (!record.ok) return undefined;
  const verification = verifyRecord(plan, record.events, record.lines);
  // @ts-expect-error only what is wrong has a disagreement
  verification.disagreement;
  for (const event of record.events) {
    // @ts-expect-error not every event is about a seat
    event.seat;
    if (event.type === 'out') event.text.length;
  }
  return record.result;
}

export function knowsOptions(): number {
  const options = settleOptions(games.boggle.options, []);
  // @ts-expect-error Boggle deals no hand
  options.hand;
  // @ts-expect-error a number of nanoseconds
  const time: string = options.time;
  return options.time + time.length;
}

const coinOptions = {
  'max-output': { kind: 'size', default: 1024, min: 1, max: 4096, help: 'limit' },
  tosses: { kind: 'count', default: 1, min: 1, max: 9, help: 'tosses' },
} as const satisfies OptionTable;
const coinEvents = { toss: { seat, count: whole(1) } } as const satisfies EventTable;
type CoinEvent = EventOf<typeof coinEvents>;
type Coin = Game<typeof coinOptions, number, number, string, CoinEvent>;

export const coin: Pick<Coin, 'prepare' | 'hear' | 'unplayable' | 'describe'> = {
  prepare: ({ options }) => options.tosses,
  hear: (state, { seat, message }) => {
    const toss: Effect<CoinEvent> = { do: 'record', event: { type: 'toss', seat, count: message.length } };
    // @ts-expect-error a toss has its count
    const wrong: Effect<CoinEvent> = { do: 'record', event: { type: 'toss', seat } };
    return { state: state - 1, effects: [toss, wrong] };
  },
  // @ts-expect-error there is no such option
  unplayable: ({ throws }) => `${throws}`,
  describe: (event) => {
    // @ts-expect-error the game has no such event
    if (event.type === 'throw') return undefined;
    return `${event.count}`;
  },
};

export async function withoutAGame(): Promise<void> {
  // @ts-expect-error a game has words for the command line
  await run({ coin: { title: 'Coin' } });
}
