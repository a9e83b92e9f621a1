import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { gamesOf, openedToRead } from '../runs/store/opened.ts';
import { momentOf } from '../support/moments.ts';
import { run, start, until } from './wordhost.ts';

const GAMES = 40;
const KILLS = 20;
/** Between these two the games of a run begin and end. */
const LATEST_MS = 1_500;

/** What of a result does not depend on the machine. */
const lasting = (text: string) => {
  const { number, seed, outcome, winner, reason, players } = JSON.parse(text);
  return {
    number,
    seed,
    outcome,
    winner,
    reason,
    players: players.map(({ entry, score }: { entry: number; score: number }) => [entry, score]),
  };
};

/** A kill may come in the middle of a line. */
function toldIn(path: string): readonly { readonly number: number; readonly id: string }[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

t.test('a comparison that is killed goes on, and comes to what it would have come to', async (t) => {
  const cwd = t.testdir();
  const players = ['wordhost player longest --level few', 'wordhost player random'];
  const words = (store: string) => [
    ...['compare', 'scrabble', '--seed', '7', '--jobs', '2'],
    '--games',
    String(GAMES),
    '--store',
    store,
    ...players,
  ];
  const whole = await run([...words('whole.db'), '--json'], { cwd });
  t.equal(whole.status, 0, whole.stderr);
  let told: ReturnType<typeof toldIn> = [];
  const all: { readonly number: number; readonly id: string }[] = [];
  for (let time = 0; time < KILLS; time++) {
    const running = start([...words('killed.db'), '--results', `told-${time}.jsonl`], { cwd });
    await until(
      () => /^NEW /m.test(running.stderr),
      () => running.stderr,
    );
    const path = join(cwd, `told-${time}.jsonl`);
    const before = told.length;
    // On a busy machine a time alone could always be before the first game is over.
    if (time % 2 === 0) await sleep(LATEST_MS * momentOf(time, KILLS));
    else
      await until(
        () => toldIn(path).length > before || running.child.exitCode !== null,
        () => running.stderr,
      );
    running.child.kill('SIGKILL');
    await running.ended;
    // Those of earlier runs are told again.
    const now = toldIn(path);
    if (now.length > told.length) told = now;
    all.push(...now);
  }
  t.ok(told.length >= KILLS / 2, `${told.length} games were told before the last kill`);
  const last = await run([...words('killed.db'), '--json'], { cwd });
  t.equal(last.status, 0, last.stderr);
  const { seconds: _, ...figures } = JSON.parse(last.stdout);
  t.match(JSON.parse(whole.stdout), figures);
  {
    await using store = await openedToRead(join(cwd, 'killed.db'));
    const kept = new Map((await gamesOf(store)).map(({ number, id }) => [number, id]));
    t.same(
      all.filter(({ number, id }) => kept.get(number) !== id),
      [],
      'what was told is there, and was not played again',
    );
  }
  const [undisturbed, resumed] = await Promise.all(
    ['whole.db', 'killed.db'].map(async (name) => {
      await using store = await openedToRead(join(cwd, name));
      return (await gamesOf(store)).map(({ result }) => lasting(result));
    }),
  );
  t.equal(resumed!.length, GAMES);
  t.same(resumed, undisturbed);
  const checked = await run(['store', 'check', '--verify', 'killed.db'], { cwd });
  t.match(checked, { status: 0, stdout: `killed.db: right. ${GAMES} games, ${GAMES} records of ` });
});
