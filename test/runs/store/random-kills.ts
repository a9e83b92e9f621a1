import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import t, { type Test } from 'tap';
import { momentOf } from '../../support/moments.ts';
import { until } from '../../support/until.ts';
import { gameOf } from './games-to-keep.ts';
import { openedToRead } from './opened.ts';
import { type Started, startProgram } from './started-program.ts';

/** From the start of its process on: it loads, opens the store, which the one before it did not close, and keeps games. */
const LATEST_MS = 600;
/** By then it is in the middle of its games. */
const MOST_GAMES = 60;
const MANY = 1_000_000;

/** Kills the writer of a store so many times, each by another process that goes on where the last one ended. */
export function killWriters(many: number): void {
  t.test(`a writer killed ${many} times loses nothing that it said to be kept`, async (t) => {
    const path = join(t.testdir(), 'league.db');
    let said = 0;
    for (let time = 0; time < many; time++) {
      const writer = startProgram(['write', path, String(MANY)]);
      await inTheMiddle(writer, time, many);
      writer.child.kill('SIGKILL');
      const [lines] = await Promise.all([writer.ended, once(writer.child, 'exit')]);
      t.same(
        lines.filter((line) => !/^(opened|kept) /.test(line)),
        [],
        'it was not refused',
      );
      const opened = lines.find((line) => line.startsWith('opened'));
      if (opened !== undefined) t.ok(numberIn(opened) >= said, `${opened}; ${said} were said to be kept`);
      said = Math.max(said, ...lines.map(numberIn));
      // Between the others, only writers have looked at what one left.
      if (said > 0 && time % 3 === 2) await isWhole(t, path, said);
    }
    t.ok(said > many, `${said} games were kept`);
  });
}

async function inTheMiddle({ lines, child }: Started, time: number, many: number): Promise<void> {
  const moment = momentOf(time, many);
  if (time % 2 === 0) await sleep(LATEST_MS * moment);
  else
    await until(
      () => lines.length > MOST_GAMES * moment || child.exitCode !== null,
      () => lines.join('\n'),
    );
}

const numberIn = (line: string) => Number(line.split(' ')[1]);

async function isWhole(t: Test, path: string, said: number): Promise<void> {
  await using store = await openedToRead(path);
  t.same(await store.faults(), []);
  const wrong: number[] = [];
  let next = 1;
  for await (const { number, id, result } of store.games()) {
    const { record, ...game } = gameOf(next);
    const isSame = isDeepStrictEqual({ number, id, result }, game);
    if (!isSame || Buffer.compare((await store.record(number))!, record) !== 0) wrong.push(number);
    next++;
  }
  t.same(wrong, [], 'each game is as it was kept');
  t.ok(next - 1 === said || next - 1 === said + 1, `${said} were said to be kept; ${next - 1} are`);
}
