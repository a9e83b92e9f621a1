import { PassThrough } from 'node:stream';
import { anyPlay } from '../../host/bots/scrabble/any-play.ts';
import { bestPlay } from '../../host/bots/scrabble/best-play.ts';
import { sitDown } from '../../host/bots/scrabble/play.ts';
import { seconds } from '../../host/core/units.ts';
import { EventLog } from '../../host/events/event-log.ts';
import type { Noted } from '../../host/events/noted.ts';
import { eventLine } from '../../host/events/noted.ts';
import { type Result, ResultFold } from '../../host/events/result.ts';
import type { ScrabbleEvent } from '../../host/games/scrabble/events.ts';
import { scrabbleOptions } from '../../host/games/scrabble/options.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { builtInTileSet, type TileSet, tileCount } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { liveClock } from '../../host/match/clock.ts';
import { planMatch } from '../../host/match/plan.ts';
import { playMatch } from '../../host/match/play-match.ts';
import { type Verification, verifyRecord } from '../../host/match/verify.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { longestPlay } from '../../players/longest/longest-play.ts';
import { readBack } from '../read-back.ts';

const strategies = {
  random: anyPlay,
  longest: longestPlay,
  greedy: bestPlay({}),
  keeping: bestPlay({ leave: true }),
};
export type StrategyName = keyof typeof strategies;

export interface Request {
  readonly seats: readonly StrategyName[];
  /** None: all words are valid. */
  readonly lexicon: Lexicon | undefined;
  /** As on the command line. */
  readonly options?: Readonly<Record<string, string>>;
  readonly seed?: string;
}

export interface PlayedGame {
  readonly events: readonly Noted<ScrabbleEvent>[];
  /** All that was said, by host and players, and decided: without times. */
  readonly story: string;
  readonly result: Result;
  readonly verification: Verification;
  readonly tiles: TileSet;
  /** What players could not do, in sentences. */
  readonly problems: readonly string[];
  /** Of the processor, in milliseconds: players and host together. */
  readonly cpuMs: number;
}

/** The built-in players, in this process, before the real host. */
export async function playGame({ seats, lexicon, options = {}, seed = '1' }: Request): Promise<PlayedGame> {
  const players = seats.map((name, index) => ({ seat: index + 1, entry: index + 1, name, command: name }));
  const settled = settleOptions(scrabbleOptions, [{ where: (name) => `--${name}`, texts: options }]);
  const plan = planMatch({
    game: scrabble,
    options: settled,
    lexicon,
    seed,
    limits: { readyTimeout: seconds(60), gameTimeout: seconds(600) },
    players,
  });
  const events: Noted<ScrabbleEvent>[] = [];
  const fold = new ResultFold(scrabble, seats.length);
  const log = new EventLog([{ take: (event) => void events.push(event) }, fold]);
  const hall = new Hall(seats, seed);
  const before = process.cpuUsage();
  const { verdict, endedAt } = await playMatch(plan, {
    openSeats: scriptedSeats(hall.scripts, liveClock),
    clock: liveClock,
    log,
    interrupt: undefined,
  });
  const problems = await hall.close();
  const { user, system } = process.cpuUsage(before);
  const lines = events.map(eventLine);
  return {
    events,
    story: lines
      .map((line) => line.replace(/"t":-?\d+,/, ''))
      .slice(1)
      .join('\n'),
    result: fold.finish(verdict, endedAt),
    verification: verifyRecord(plan, readBack(events).events, lines),
    tiles: settled.tiles ?? builtInTileSet(ruleSets[settled.rules].tiles),
    problems,
    cpuMs: (user + system) / 1000,
  };
}

/** Where players sit, each with its own input. */
class Hall {
  readonly scripts: readonly Script[];
  readonly #inputs: PassThrough[] = [];
  readonly #sitting: Promise<string | undefined>[] = [];

  constructor(seats: readonly StrategyName[], seed: string) {
    this.scripts = seats.map(
      (name): Script =>
        ({ say, seat }) => {
          const input = new PassThrough();
          this.#inputs.push(input);
          const send = (text: string) => say(new TextEncoder().encode(text));
          const manner = { pauseMs: 0, seed: `${seed}${seat}`, bestFirst: false };
          this.#sitting.push(sitDown({ input, send }, strategies[name], manner));
          return { hear: (text) => void input.write(text) };
        },
    );
  }

  async close(): Promise<string[]> {
    for (const input of this.#inputs) input.end();
    const problems = await Promise.all(this.#sitting);
    return problems.filter((problem) => problem !== undefined);
  }
}

/** What is wrong with a game between players that make no mistakes. */
export function faultsOf(game: PlayedGame): string[] {
  const { events, result, verification, problems } = game;
  const faults = [...problems];
  if (!verification.ok) faults.push(`the record: ${JSON.stringify(verification.disagreement)}`);
  if (result.outcome !== 'won' && result.outcome !== 'draw') faults.push(`it ended ${result.outcome}`);
  for (const event of events) {
    if (event.type === 'out' && /^error /m.test(String(event.text))) faults.push(String(event.text));
    if (['offence', 'left', 'timeout', 'late'].includes(event.type)) faults.push(JSON.stringify(event));
  }
  return [...faults, ...lostTiles(game)];
}

/** By kind, what was drawn and not put back is not more than there is; and all of it when a game was played out. */
function lostTiles({ events, tiles, result }: PlayedGame): string[] {
  const counts = new Map<number, number>();
  const add = (id: number, count: number) => counts.set(id, (counts.get(id) ?? 0) + count);
  const drawn = (text: unknown) => {
    for (const [, id, count] of String(text).matchAll(/(\d+)x(\d+)/g)) add(Number(id), Number(count));
  };
  const wrong: string[] = [];
  for (const event of events) {
    if (event.type === 'deal') drawn(event.tiles);
    if (event.type === 'play') drawn(event.drew);
    if (event.type === 'change') {
      drawn(event.drew);
      for (const id of event.ids as number[]) add(id, -1);
    }
  }
  for (const { id, count } of tiles.tiles) {
    const seen = counts.get(id) ?? 0;
    if (seen > count) wrong.push(`${seen} tiles ${id} were drawn, and there are ${count}`);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (result.reason === 'played-out' && total !== tileCount(tiles))
    wrong.push(`${total} tiles were drawn of ${tileCount(tiles)}`);
  return wrong;
}
