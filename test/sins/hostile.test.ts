import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import t from 'tap';
import type { Rung } from '../../host/seats/seat.ts';
import { page } from '../docs/pages.ts';
import { compiled, noCompiler } from './compiled.ts';
import { errorsOf, playSin, type SinPlayed } from './play-sin.ts';
import { type Held, rungsHere } from './rungs.ts';
import { noSegments, setUpTargets } from './targets.ts';

/*
 * Two players make every attempt of `attempts/` on the host, on its user and on each other, in one game. An attempt
 * ends with status 0 if it succeeded; its file has the name that stands in the docs.
 */

const root = t.testdir({ home: { '.token': 'token\n' }, bots: {}, 'handed-over': 'token\n' });
const cwd = join(root, 'bots');
writeFileSync(join(cwd, 'words.txt'), 'AA\nAAA\nAAAA\n');
writeFileSync(join(cwd, 'bunch'), 'A 8\n');
const tag = `hostile-${process.pid}`;
/** As a person would choose it. */
const seed = '271828';

const attempts = readdirSync(join(import.meta.dirname, 'attempts')).filter((file) => /\.(c|sh)$/.test(file));
const nameOf = (file: string) => basename(file, extname(file)).replaceAll('-', ' ');
const KILLS = 'kills all that it may';
/** Where that would be everything of its user, the test first: not tried. */
const MORTAL: readonly Rung[] = ['process'];

const rungs = await rungsHere(root);

const helper = (file: string) => compiled(join(import.meta.dirname, 'hostile', file), cwd);
const keyring = noCompiler ? 'false' : helper('hands-over-a-key.c');
const noKeys = spawnSync(keyring, ['true']).status !== 0 && 'no keyrings here';

function commandOf(file: string): string {
  const source = join(import.meta.dirname, 'attempts', file);
  return file.endsWith('.c') ? `'${compiled(source, cwd)}'` : `/bin/sh '${source}'`;
}

interface Attacked {
  readonly played: SinPlayed;
  /** By seat: what stands on its standard error. */
  readonly said: readonly string[];
  readonly reached: number;
}

async function attack({ rung, options, env }: Held): Promise<Attacked> {
  await using targets = await setUpTargets(`${tag}-${rung}`);
  const kept = { RECORDS: join(cwd, 'records', rung), ERRORS: join(cwd, 'errors', rung) };
  const facts = { ...targets.facts, ...kept, HOME_OF_THE_HOST: join(root, 'home'), SEED_OF_THE_GAME: seed };
  const told = Object.entries(facts).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const game = ['--dictionary', 'words.txt', '--bunch', 'bunch', '--hand', '3', '--seed', seed];
  const files = ['--record', kept.RECORDS, '--stderr', kept.ERRORS, '--grace', '200ms', '--json'];
  const names = ['--name', 'first', '--name', 'second'];
  const script = join(import.meta.dirname, 'hostile', 'hostile.sh');
  const words = attempts.map((file) => `"${commandOf(file)}"`).join(' ');
  const player = `/bin/sh '${script}' ${MORTAL.includes(rung) ? 'spares' : 'kills'} ${words}`;
  const args = [...game, ...files, ...names, ...told, ...options, '--', player, player];
  const played = await playSin(args, tag, {
    cwd,
    env: { HOME: join(root, 'home'), TOKEN_OF_THE_HOST: 'token', ...env },
    before: startedWith(),
  });
  const said = ['first', 'second'].map((name) => errorsOf(name, kept.ERRORS));
  return { played, said, reached: targets.reached };
}

/** The host inherits a key and a descriptor. */
function startedWith(): string[] {
  return [...(noKeys ? [] : [keyring]), helper('hands-over-a-descriptor.c'), join(root, 'handed-over')];
}

/** Which attempts succeeded, by name. */
function successes(said: string): Map<string, boolean> {
  const lines = [...said.matchAll(/^(succeeded|failed): .*\/([a-z-]+)(?:\.sh)?'$/gm)];
  return new Map(lines.map(([, became, name]) => [nameOf(name!), became === 'succeeded']));
}

/** The table of the docs: for each attempt, on which rungs it succeeds. */
function promised(): Map<string, Readonly<Record<string, boolean>>> {
  const sections = page('docs/reference/hosting.md').text.split(/^## /m);
  const section = sections.find((text) => text.startsWith('Attacks')) ?? '';
  const rows = section.match(/^\|.*\|$/gm) ?? [];
  const cells = rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const [[, ...rungs] = [], , ...attacks] = cells;
  return new Map(
    attacks.map(([name = '', ...became]) => [
      name,
      Object.fromEntries(rungs.map((rung, index) => [rung.replaceAll('`', ''), became[index] !== 'no'])),
    ]),
  );
}

const table = promised();

t.test('the docs name each attempt that is made, and no other', async (t) => {
  t.same([...table.keys()].toSorted(), [...attempts.map(nameOf), KILLS].toSorted());
  for (const [name, { strict }] of table) t.equal(strict, false, `under strict nobody ${name}`);
});

const guarded =
  process.getuid!() !== 0 &&
  /[1-9]/.test(readOr('/proc/sys/kernel/yama/ptrace_scope')) &&
  'debuggers are kept out by the system (ptrace_scope)';

/** Not here, whatever the sandbox. */
const missing: Readonly<Record<string, string | false>> = {
  'reads a key of the host': noKeys,
  'copies the memory of the other': guarded,
  'reads the memory of the other': guarded,
  'reads the memory of the host': guarded,
  'traces the other': guarded,
  'attaches shared memory': noSegments,
  'reads shared memory': !existsSync('/dev/shm') && 'no /dev/shm here',
};

function readOr(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

for (const each of rungs) {
  const skip = noCompiler || each.skip;
  t.test(`two hostile players in one game on the rung ${each.rung}`, { skip }, async (t) => {
    const { played, said, reached } = await attack(each);
    t.equal(played.result?.sandbox, each.rung, played.outcome.stderr);
    for (const [index, text] of said.entries()) {
      const found = successes(text);
      t.same([...found.keys()].toSorted(), attempts.map(nameOf).toSorted(), text);
      for (const [name, rungs] of table)
        if (name !== KILLS)
          t.test(`seat ${index + 1}: ${name}`, { skip: missing[name] ?? false }, async (t) =>
            t.equal(found.get(name), rungs[each.rung]),
          );
      t.match(text, `plays on, seat ${index + 1}\n`);
    }
    const network = table.get('connects to a server')![each.rung];
    t.equal(reached > 0, network, 'what reached our servers');
    // Where everybody is killed, nobody is left to say so: the others play on.
    const clean = { outcome: 'won', winner: 1, reason: 'bunch-empty', players: [{}, { outcome: 'lost' }] };
    t.match(played.result, clean, played.outcome.stderr);
    t.equal(table.get(KILLS)![each.rung], MORTAL.includes(each.rung));
    t.same(played.survivors, []);
  });
}
