import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { say } from '../cli/in-process.ts';
import { crafted, flipped } from './crafted/mutants.ts';
import { playSources, sourceFiles } from './crafted/sources.ts';
import { tryCrafted } from './crafted/try-crafted.ts';
import { tryPage } from './crafted/try-page.ts';
import { tryRecord } from './crafted/try-record.ts';

t.test('crafted', async (t) => {
  const cwd = t.testdir(sourceFiles);
  const sources = await playSources(cwd);

  t.test('The records that all this begins with are right', async (t) => {
    for (const source of sources)
      t.match(
        tryRecord({ what: '', source, bytes: Buffer.from(source.text) }),
        { refused: undefined, right: true },
        source.name,
      );
  });

  /** Each way in which the command line reads a record. */
  const ways = [
    ['replay'],
    ['replay', '--grids'],
    ['replay', '--verify'],
    ['replay', '--verify', '--json'],
    ['race', '--from'],
  ];

  /** Would wait for a host, where the record is right. */
  const playback = ['player', 'playback', '--seat', '1'];

  t.test('On the command line what is wrong with a record is a sentence and exit status 2', async (t) => {
    const all = [...crafted(sources)];
    const some = Array.from({ length: 2 }, (_, index) => all[Math.floor(((index + 0.5) * all.length) / 2)]!);
    for (const mutant of [...some, flipped(sources, 1)]) {
      writeFileSync(join(cwd, 'crafted'), mutant.bytes);
      const { refused } = tryRecord(mutant);
      for (const way of refused === undefined ? ways : [...ways, playback]) {
        const { status, stdout, stderr } = await say([...way, 'crafted'], { cwd });
        const said = `${mutant.what}: ${way.join(' ')}: ${status}: ${stderr}`;
        t.notMatch(stdout + stderr, /^ {4}at /m, said);
        if (refused === undefined) t.ok([0, 1, 2].includes(status!), said);
        else t.match({ status, stderr }, { status: 2, stderr: /^wordhost.*: crafted: .+\n$/ }, said);
      }
    }
  });

  t.test('A path that a record names is never opened: not even a pipe that nobody writes to', async (t) => {
    const [{ text }] = sources as readonly [(typeof sources)[number]];
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    const named = text.replace('"name":"english","sha256":"', '"name":"pipe","sha256":"');
    writeFileSync(join(cwd, 'named'), named);
    t.match(
      await say(['replay', '--verify', 'named'], { cwd }),
      { status: 0, stdout: /verified/ },
      'it is known by its hash',
    );
    writeFileSync(join(cwd, 'unknown'), named.replace(/"sha256":"[0-9a-f]{4}/, '"sha256":"0000'));
    const { status, stderr } = await say(['replay', '--verify', 'unknown'], { cwd });
    t.equal(status, 2);
    t.match(stderr, /played.*pipe \(SHA-256 0000.*Use --dictionary FILE/);
    for (const option of ['board', 'tiles', 'bunch'])
      for (const { text: other } of sources) {
        const pattern = new RegExp(`"${option}":(?:null|"(?:[^"\\\\]|\\\\.)*")`);
        const [opening = ''] = other.split('\n');
        if (!pattern.test(opening)) continue;
        writeFileSync(
          join(cwd, 'option'),
          other.replace(pattern, () => `"${option}":"pipe"`),
        );
        const outcome = await say(['replay', '--verify', 'option'], { cwd });
        t.match(
          outcome,
          { status: 1, stdout: new RegExp(`its option ${option}: `) },
          `${option}: ${outcome.stdout}`,
        );
      }
  });

  t.test('Of a folder only files are read: a pipe in it is left alone', async (t) => {
    mkdirSync(join(cwd, 'folder'));
    execFileSync('mkfifo', [join(cwd, 'folder', 'pipe.jsonl')]);
    t.match(await say(['race', '--from', 'folder'], { cwd }), { status: 2, stderr: /found none/ });
  });
});

t.test('crafted', async (t) => {
  const sources = await playSources(t.testdir(sourceFiles));
  tryCrafted(sources, { oneIn: 3, flips: 2_000 });

  t.test('Whatever a field of a record contains, its page and its drawing are whole', async (t) => {
    const some = [...crafted(sources)].filter((_, index) => index % 10 === 0);
    for (const mutant of some) t.doesNotThrow(() => tryPage(mutant), mutant.what);
    t.ok(some.length > 1000);
  });
});
