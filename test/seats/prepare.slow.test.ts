import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { packFiles } from '../../host/files/file-bundle.ts';
import {
  cacheBundle,
  type Preparation,
  playersFolder,
  preparationFolder,
  readPreparation,
} from '../../host/seats/process/bundles/bundle-cache.ts';
import { prepareLimits, preparePlayer } from '../../host/seats/process/bundles/prepare-player.ts';
import { memoryGroups } from '../../host/seats/process/limits/memory-groups.ts';
import type { HostingRequest } from '../../host/seats/process/process-seats.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { testdirOfPlayers } from '../support/caches.ts';

/* Commands that prepare a player, and do whatever they like: the host stands, and what they did is told. */

const root = testdirOfPlayers(t, { bot: { 'a.txt': 'a' }, cache: {}, outside: {} });
process.env.XDG_CACHE_HOME = join(root, 'cache');
const packing = packFiles([join(root, 'bot')], '/');
const sha256 = packing.ok ? cacheBundle(packing.bundle) : '';

interface Limits {
  readonly time?: number;
  readonly memoryCap?: number;
  readonly processCap?: number;
}

async function tryToPrepare(
  sandbox: HostingRequest['sandbox'],
  prepare: string,
  { time = 60e9, ...own }: Limits = {},
): Promise<Preparation & { readonly path: string }> {
  const hosting: HostingRequest = {
    ...{ shell: '/bin/sh', sandbox, cwd: '/', graceNs: 1e9, unreadCap: 1e6, commandFolder: undefined },
    stderr: 'discard',
  };
  const bundle = { sha256, files: 'bot', prepare, time };
  const { signal } = new AbortController();
  await preparePlayer(bundle, own, { hosting, signal, fetch: async () => undefined });
  const folder = preparationFolder(bundle, hosting, own);
  const found = readPreparation(folder)!;
  if (found.folder === undefined) t.same(readdirSync(folder), ['outcome.json'], 'nothing of it is left');
  return { ...found, path: join(folder, found.folder ?? '') };
}

const mib = prepareLimits.disk / 2 ** 20;
const fills = `for i in $(seq 40); do head -c 60M /dev/zero >full-$i; done; sleep 60`;

const misbehaving: readonly (readonly [what: string, prepare: string, problem: RegExp, limits?: Limits])[] = [
  [
    'fails',
    'echo compiling; echo broken >&2; exit 3',
    /^`echo compiling; .*` \(prepare\) exited with status 3$/,
  ],
  ['is not there', './missing', /exited with status 127/],
  ['hangs', 'echo begins; sleep 600', /took longer than 1 s \(prepare-timeout\)/, { time: 1e9 }],
  [
    'hangs, and hears no signal',
    "trap '' TERM; while :; do sleep 600; done",
    /took longer than 1 s/,
    { time: 1e9 },
  ],
  [
    'closes all that it has, and hangs',
    'exec <&- >&- 2>&-; sleep 600',
    /took longer than 1 s/,
    { time: 1e9 },
  ],
  ['fills the disk', fills, new RegExp(`wrote more than ${mib} MiB`)],
  ['makes files without end', 'seq 120000 | xargs touch', /created more than 100000 files/, { time: 300e9 }],
  ['takes too much memory', 'head -c 300M /dev/zero | tail', /memory/, { memoryCap: 50 * 2 ** 20 }],
  [
    'makes processes without end',
    'f() { sleep 60 & f; }; f',
    /had more than 40 processes|exited with status/,
    { processCap: 40 },
  ],
  [
    'forks for ever',
    'f() { f | f & }; f; sleep 60',
    /had more than 40 processes|exited with status|took longer than 5 s/,
    { processCap: 40, time: 5e9 },
  ],
];

async function misbehave(t: Test, sandbox: HostingRequest['sandbox']): Promise<void> {
  for (const [what, prepare, problem, limits] of misbehaving) {
    // Only strict has the kernel count; elsewhere thousands of processes are there before the host looks.
    if (what === 'forks for ever' && sandbox !== 'strict') continue;
    // Without control groups, which ordinary users mostly lack, strict refuses limits of memory.
    if (limits?.memoryCap && sandbox === 'strict' && !(await memoryGroups(sandbox))) continue;
    const found = await tryToPrepare(sandbox, prepare, limits);
    t.match(found.problem, problem, what);
    t.equal(found.folder, undefined, what);
  }
  t.match((await tryToPrepare(sandbox, misbehaving[0]![1])).output, /^compiling\nbroken\n$/);
  const { output } = await tryToPrepare(sandbox, 'echo first; yes long', { time: 1e9 });
  // Its last write may end in the middle of a line.
  t.match(output, /^first\nlong.*\n…\n.*long/s, 'the beginning and the end of what it prints are kept');
  t.ok(output.length < 20_000);
  const { path, problem } = await tryToPrepare(sandbox, 'cat a.txt >b.txt; sleep 600 & :');
  t.equal(problem, undefined, 'what is left behind is ended');
  t.same(readdirSync(path), ['a.txt', 'b.txt'], 'the host stands');
}

const withoutStrict = await probeSandbox('strict').then((found) => 'problem' in found && found.problem);

for (const sandbox of ['auto', 'process', 'strict'] as const)
  t.test(
    `a command that prepares a player, with ${sandbox}`,
    { skip: sandbox === 'strict' && withoutStrict },
    async (t) => await misbehave(t, sandbox),
  );

t.test('under strict it reads and writes nothing but its own files', { skip: withoutStrict }, async (t) => {
  const [outside, others] = [join(root, 'outside', 'x'), playersFolder()];
  const { output, path } = await tryToPrepare(
    'strict',
    `ls ${others}; echo x >${outside}; cat ${join(root, 'bot', 'a.txt')}; cat /proc/1/environ; head -c 1 </dev/tcp/127.0.0.1/1; ln -s /etc/passwd link; chmod 4755 a.txt; exit 0`,
  );
  t.notOk(existsSync(outside));
  t.same(output.split('\n')[0], path.split('/').at(-2), 'the only folder that it sees is its own');
  t.match(output, /cannot create .*outside\/x|Directory nonexistent/i);
  t.match(output, /bot\/a\.txt: No such file/);
  t.same(readdirSync(path), ['a.txt', 'link']);
  t.equal(statSync(join(path, 'a.txt')).mode & 0o7777, 0o555, 'no file has the rights of its owner');
});
