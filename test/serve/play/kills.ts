import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { GameView } from '../../../host/serve/play/contract.ts';
import { type Running, start } from '../../cli/wordhost.ts';
import { until } from '../../support/until.ts';
import type { Kind } from '../database/database-contract.ts';
import { quietMove } from './play-contract.ts';
import { Guest, verified } from './served-play.ts';

/** Each game has two people. */
const GAMES = 100;
const KILLS = 5;
/** Moves of all people between two kills. */
const MOVES = 120;
const AGAIN_MS = 200;

interface Pair {
  readonly key: string;
  readonly people: readonly Guest[];
  isOver: boolean;
  moves: number;
}

async function served(where: string): Promise<{ running: Running; url: string }> {
  const running = start(['serve', '--listen', '127.0.0.1:0', '--store', where, '--web-games', '0']);
  const listening = () => /listening on (\S+)\n/.exec(running.stderr)?.[1];
  await until(() => listening() !== undefined);
  return { running, url: `${listening()}/api/v1/` };
}

/** People play while the server is killed again and again: nothing is lost, and nothing is done twice. */
export function testKills({ name, skip, empty }: Kind & { readonly skip: string | false }): void {
  t.test(`${name}: SIGKILL of the server in ${GAMES} games of people`, { skip }, async (t: Test) => {
    const where = await empty(t);
    let { running, url } = await served(where);
    t.teardown(() => void running.child.kill('SIGKILL'));
    const pairs: Pair[] = [];
    for (let number = 0; number < GAMES; number++) {
      const people = [new Guest(url), new Guest(url)] as const;
      const seats = [{ is: 'person', name: `Ada ${number}` }, { is: 'open' }];
      const { key } = (await people[0].ask('POST', 'games', { game: 'scrabble', seats })).json;
      await people[1].ask('POST', `games/${key}/join`, { name: `Ben ${number}` });
      pairs.push({ key, people, isOver: false, moves: 0 });
    }
    let made = 0;
    let putOff = 0;
    /** On a slow machine the database may answer too late: the server says to come again. */
    const answerTo = async (guest: Guest, ...request: Parameters<Guest['ask']>) => {
      for (;;) {
        const heard = await guest.ask(...request);
        if (heard.status !== 503) return heard;
        putOff++;
        await sleep(AGAIN_MS);
      }
    };
    /** A move that nobody answered was made wholly, or not at all. */
    const playPair = async (pair: Pair, until: () => boolean) => {
      while (!until() && !pair.isOver)
        for (const guest of pair.people) {
          const seen = await answerTo(guest, 'GET', `games/${pair.key}`);
          if (seen.status !== 200) throw new Error(seen.text);
          const view: GameView = seen.json;
          if (view.end) pair.isOver = true;
          if (pair.isOver || !view.due.includes(view.you!)) continue;
          const before = view.moves.length;
          if (before !== pair.moves && before !== pair.moves + 1)
            throw new Error(`${pair.key}: ${before} moves after ${pair.moves}`);
          pair.moves = before;
          const move = quietMove(view, before);
          const { status, json, text } = await answerTo(guest, 'POST', `games/${pair.key}/moves`, move);
          if (status === 200 && json.ok) {
            pair.moves++;
            made++;
          } else if (status !== 409) throw new Error(text);
        }
    };
    for (let kill = 0; kill <= KILLS; kill++) {
      const last = kill === KILLS;
      const end = made + MOVES;
      let isDead = false;
      let isOver = false;
      const playing = Promise.all(
        pairs.map(async (pair) => {
          try {
            await playPair(pair, () => isDead);
          } catch (error) {
            if (!isDead) throw error;
          }
        }),
      ).finally(() => (isOver = true));
      // A failure is thrown where this is awaited; until then it is no rejection that nobody handles.
      playing.catch(() => {});
      if (!last) {
        await until(() => made >= end || isOver);
        isDead = true;
        running.child.kill('SIGKILL');
        await running.ended;
      }
      await playing;
      if (last) break;
      ({ running, url } = await served(where));
      for (const { people } of pairs) for (const guest of people) guest.url = url;
    }
    let wrong = 0;
    for (const { key, people } of pairs) {
      const record = await people[0]!.ask('GET', `games/${key}/record`);
      const found = record.status === 200 ? verified(record.text) : record.text;
      if (typeof found === 'string' || !found.ok || !found.complete) {
        wrong++;
        t.fail(`${key}: ${JSON.stringify(found)}`);
      }
    }
    t.equal(
      wrong,
      0,
      `each of ${GAMES} records verifies, after ${KILLS} kills, ${made} answered moves and ${putOff} requests put off`,
    );
    running.child.kill('SIGTERM');
    await running.ended;
  });
}
