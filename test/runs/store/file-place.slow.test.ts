import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { allOf } from '../../support/all-of.ts';
import { until } from '../../support/until.ts';
import { gameOf } from './games-to-keep.ts';
import { gamesOf, openedToRead, openedToWrite } from './opened.ts';
import { killWriters } from './random-kills.ts';
import { type Started, startProgram } from './started-program.ts';

t.test('crowded', async (t) => {
  const cannotMount =
    spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status !== 0 &&
    'no disk can be mounted here';
  const isNotRoot = process.getuid?.() !== 0 && 'only root can start programs of another user';

  /** In a folder, where only the program sees what is mounted; `after` is what comes of it. */
  const among = (folder: string, mount: string, after = 'true') => [
    ...['unshare', '-m', 'sh', '-c'],
    `cd '${folder}' && ${mount} && "$@"; ${after}`,
    'disk',
  ];

  const keptIn = (lines: readonly string[]) => lines.filter((line) => line.startsWith('kept')).length;

  async function hasKept({ lines }: Started, count: number): Promise<void> {
    await until(
      () => lines.includes(`kept ${count}`),
      () => lines.join('\n'),
    );
  }

  /** Killed in the middle: what it kept last is only in the file beside the store. */
  async function killedStore(path: string, games: number): Promise<void> {
    const writer = startProgram(['write', path, String(games)], { env: { WAITS: '1' } });
    await hasKept(writer, games);
    writer.child.kill('SIGKILL');
    await writer.ended;
  }

  t.test('a full disk is reported and loses nothing', { skip: cannotMount }, async (t) => {
    const folder = t.testdir({ disk: {} });
    const path = join(folder, 'disk', 'league.db');
    const before = among(folder, 'mount -t tmpfs -o size=400k tmpfs disk', 'cp -R disk after');
    const lines = await startProgram(['write', path, '100000'], { before }).ended;
    t.match(lines.at(-1), `refused full: ${path}: its disk is full. Games saved before are safe`);
    const kept = keptIn(lines);
    t.ok(kept > 20, `${kept} were kept`);
    await using store = await openedToWrite(join(folder, 'after', 'league.db'));
    t.equal((await gamesOf(store)).length, kept);
    t.same(await store.faults(), []);
    t.same(await store.save(gameOf(kept + 1)), { ok: true, isNew: true });
  });

  t.test('a limit of file sizes: it is said, and what was kept is there', async (t) => {
    const path = join(t.testdir(), 'league.db');
    const before = ['sh', '-c', 'ulimit -f 800 && exec "$@"', 'limited'];
    const lines = await startProgram(['write', path, '100000'], { before }).ended;
    t.match(lines.at(-1), `refused unwritable: ${path}: the system could not write it: a file size limit`);
    const kept = keptIn(lines);
    t.ok(kept > 20, `${kept} were kept`);
    await using store = await openedToRead(path);
    t.equal((await gamesOf(store)).length, kept);
    t.same(await store.faults(), []);
  });

  t.test('a store on a read-only disk is read', { skip: cannotMount }, async (t) => {
    const folder = t.testdir({ disk: {} });
    const path = join(folder, 'disk', 'league.db');
    {
      await using store = await openedToWrite(path);
      await store.save(gameOf(1));
    }
    const readOnly = { before: among(folder, 'mount --bind disk disk && mount -o remount,bind,ro disk') };
    const reads = async () => await startProgram(['read', path], readOnly).ended;
    t.same(await reads(), ['read 1']);
    const refused = await startProgram(['write', path, '2'], readOnly).ended;
    t.match(refused, [`refused read-only: ${path}: the folder of the store is read-only, but results`]);
    await killedStore(path, 3);
    t.ok(existsSync(`${path}-wal`));
    t.same(await reads(), ['read 1 2 3']);
  });

  t.test('a user who may only read reads every store', { skip: isNotRoot }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'wordhost-read-'));
    t.teardown(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, 0o755);
    const path = join(folder, 'league.db');
    const before = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const reads = async () => await startProgram(['read', path], { before }).ended;
    const writer = startProgram(['write', path, '2'], { env: { WAITS: '1' } });
    await hasKept(writer, 2);
    t.same(await reads(), ['read 1 2'], 'while it is written');
    const [refused] = await startProgram(['write', path, '3'], { before }).ended;
    t.match(refused, `refused read-only: ${path}: the folder of the store is read-only, but results`);
    writer.child.stdin!.end();
    await writer.ended;
    t.same(await reads(), ['read 1 2'], 'when it was closed');
    await killedStore(path, 4);
    t.same(await reads(), ['read 1 2 3 4'], 'when its writer was killed');
  });

  t.test('the second of two commands is told who writes', async (t) => {
    const path = join(t.testdir(), 'league.db');
    const first = startProgram(['write', path, '2'], { env: { WAITS: '1' } });
    await hasKept(first, 2);
    const [refused] = await startProgram(['write', path, '3']).ended;
    t.match(refused, `refused in-use: ${path}: process ${first.child.pid} has been writing to it since 20`);
    t.match(refused, `: wordhost write ${path} 2. A store has one writer at a time`);
    first.child.kill('SIGKILL');
    await first.ended;
    t.same(await startProgram(['write', path, '3']).ended, ['opened 2', 'kept 3']);
  });

  t.test('many readers see whole games while one process writes', async (t) => {
    const path = join(t.testdir(), 'league.db');
    const writer = startProgram(['write', path, '1000']);
    await hasKept(writer, 1);
    const readers = Array.from({ length: 4 }, () => startProgram(['read', path]).ended);
    for (const [said = ''] of await Promise.all(readers)) {
      const [verb, ...numbers] = said.split(' ');
      t.equal(verb, 'read');
      t.ok(allOf(numbers, (number, index) => Number(number) === index + 1));
    }
    t.equal(keptIn(await writer.ended), 1000);
    t.same(readdirSync(join(path, '..')).sort(), ['league.db'], 'nothing else is left there');
  });

  t.test('a store and the file beside it, copied while nobody writes, are a copy', async (t) => {
    const folder = t.testdir();
    const path = join(folder, 'league.db');
    await killedStore(path, 3);
    for (const ending of ['', '-wal']) copyFileSync(`${path}${ending}`, join(folder, `copy.db${ending}`));
    await using copy = await openedToRead(join(folder, 'copy.db'));
    t.equal((await gamesOf(copy)).length, 3);
  });
});

killWriters(24);
