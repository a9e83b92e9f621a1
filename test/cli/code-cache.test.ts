import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { poison } from './poisoned-code.ts';
import { run } from './wordhost.ts';

const [module = ''] = globSync(
  join(import.meta.dirname, '..', '..', 'dist', 'parts', 'every-game-????????.js'),
);
const program = `
  const mark = process.env.TEST_POISONED;
  if (mark !== undefined) process.getBuiltinModule('node:fs').writeFileSync(mark, 'ran');
`;

/** A shared temporary folder, a home in it, and a host that says whether the attacker's program ran in it. */
function place(t: Test) {
  const shared = t.testdir({ cache: {} });
  chmodSync(shared, 0o1777);
  const cache = join(shared, 'cache');
  chmodSync(cache, 0o700);
  const start = async (more: Record<string, string> = {}) => {
    const mark = join(shared, 'poisoned');
    rmSync(mark, { force: true });
    const env = { TMPDIR: shared, XDG_CACHE_HOME: cache, TEST_POISONED: mark, ...more };
    const { status } = await run(['judge', '--help'], { env });
    return { ran: existsSync(mark), status };
  };
  return { shared, cache, code: join(cache, 'wordhost', 'code'), start };
}

const asItShould = { ran: false, status: 0 };

t.test(
  "What is compiled lies in a folder that is the user's alone, and not in the shared temporary one",
  async (t) => {
    const { shared, code, start } = place(t);
    t.same(await start(), asItShould);
    t.equal(statSync(code).mode & 0o777, 0o700);
    t.same(globSync(join(shared, '*')), [join(shared, 'cache')]);
    t.equal(poison(code, module, program), 1, 'the attack can reach it where it may write');
    t.match(await start(), { ran: true }, 'and is an attack');
  },
);

t.test('Without a cache of its own, the host runs no code from the shared temporary folder', async (t) => {
  const { shared, start } = place(t);
  // As Node makes it, where nobody says which folder.
  const env = { NODE_COMPILE_CACHE: join(shared, 'node-compile-cache') };
  await start(env);
  t.equal(poison(env.NODE_COMPILE_CACHE, module, program), 1);
  t.match(await start(env), { ran: true }, "a folder that the user names is the user's affair");
  t.same(await start({ XDG_CACHE_HOME: '', HOME: '' }), asItShould);
});

t.test(
  'What every game needs is kept with all its functions, and what is loaded later without those',
  async (t) => {
    const { code, start } = place(t);
    t.same(await start(), asItShould);
    const isOf = (file: string) => (entry: string) =>
      readFileSync(entry).readUInt32LE(4) === statSync(file).size;
    const keptOf = (file: string) =>
      globSync(join(code, '*', '*'))
        .filter(isOf(file))
        .map((entry) => statSync(entry).size);
    const [kept = 0] = keptOf(module);
    t.ok(kept > 3 * statSync(module).size, `${kept} bytes`);
    for (const later of globSync(join(module, '..', 'judge-*.js')))
      for (const size of keptOf(later)) t.ok(size < 3 * statSync(later).size, `${later}: ${size}`);
  },
);

const spoilt: Readonly<Record<string, (code: string, cache: string) => void>> = {
  'a folder that others can write': (code) => chmodSync(code, 0o777),
  'a folder that a group can write': (code) => chmodSync(code, 0o770),
  'a folder above that others can write': (_, cache) => chmodSync(join(cache, 'wordhost'), 0o777),
  'a folder above that a group can write': (_, cache) => chmodSync(cache, 0o770),
  'a link to a folder that others can replace': (code, cache) => {
    const open = join(cache, '..', 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    renameSync(code, join(open, 'code'));
    symlinkSync(join(open, 'code'), code);
  },
};
const foreign: typeof spoilt = {
  'a folder of somebody else': (code) => chownSync(code, 65534, 65534),
  'a folder above of somebody else': (_, cache) => chownSync(cache, 65534, 65534),
};

for (const [what, spoil] of Object.entries(process.getuid?.() === 0 ? { ...spoilt, ...foreign } : spoilt))
  t.test(`No code is taken from ${what}`, async (t) => {
    const { code, cache, start } = place(t);
    await start();
    poison(code, module, program);
    t.match(await start(), { ran: true });
    spoil(code, cache);
    t.same(await start(), asItShould);
  });

t.test('Where no cache can be had, the host starts all the same', async (t) => {
  const { shared, start } = place(t);
  for (const XDG_CACHE_HOME of ['/dev/null', '/proc/nowhere', join(shared, 'cache', '\n')])
    t.same(await start({ XDG_CACHE_HOME }), asItShould, XDG_CACHE_HOME);
});
