import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { acceptedHosting, type WorkerFloor } from '../../../host/runs/farm/worker-floor.ts';
import { emptyPlayerFolder } from '../../../host/seats/process/bundles/bundle-cache.ts';
import type { HostingRequest } from '../../../host/seats/process/process-seats.ts';

/* What a database can have a worker do. */

const root = t.testdir({ cache: {}, bots: { ann: {} }, shared: { inner: {} }, secret: {} });
process.env.XDG_CACHE_HOME = join(root, 'cache');
symlinkSync(join(root, 'secret'), join(root, 'bots', 'link'));
mkdirSync(join(root, 'bots', 'ann', 'deep'));
const at = (name: string) => join(root, name);

const bundle = { sha256: 'a'.repeat(64), files: 'x' };
const run: HostingRequest = {
  ...{ shell: '/bin/sh', sandbox: 'strict', cwd: '/gone', graceNs: 1e9, unreadCap: 1e6 },
  ...{ stderr: 'discard', commandFolder: undefined, own: new Map([['ann', { bundle }]]) },
};
const strict: WorkerFloor = {
  ...{ sandbox: 'strict', network: false, readable: [at('bots')], writable: [at('shared')] },
};
const asks = (readable: string[], writable: string[] = [], network = false) => ({
  strict: { network, readable, writable, hidden: [] },
});

t.test('a worker plays what asks for no more than it gives', async (t) => {
  const accepted: readonly (readonly [
    what: string,
    request: Partial<HostingRequest>,
    floor?: WorkerFloor,
  ])[] = [
    ['players that travel', {}],
    ['a folder of the worker', { own: new Map([['ann', { cwd: at('bots/ann') }]]), cwd: at('bots') }],
    ['a folder that all write to', asks([at('shared'), at('bots/ann/deep')], [at('shared')])],
    ['the network', asks([], [], true), { ...strict, network: true }],
    ['anything, without a limit', { sandbox: 'off', cwd: '/' }, { ...strict, sandbox: 'off' }],
    ['more than the least', { sandbox: 'strict' }, { ...strict, sandbox: 'process' }],
  ];
  for (const [what, more, floor = strict] of accepted)
    t.doesNotThrow(() => acceptedHosting({ ...run, ...more }, floor), what);
  t.equal(acceptedHosting(run, strict).cwd, emptyPlayerFolder(), 'a folder of the scheduler is not needed');
});

t.test('a worker refuses what asks for more, and says what', async (t) => {
  const refused: readonly (readonly [request: Partial<HostingRequest>, problem: RegExp])[] = [
    [{ sandbox: 'auto' }, /the sandbox "auto", and this worker plays with --sandbox strict or more/],
    [{ sandbox: 'constructor' as 'off' }, /the sandbox "constructor"/],
    [asks([], [], true), /have the network \(--network\)/],
    [{ own: new Map([['ann', asks([], [], true)]]) }, /have the network \(--network\)/],
    [asks(['/etc/../root']), /have \/etc\/\.\.\/root.*not give.* \(--readable\)/],
    [asks([at('bots/link')]), /bots\/link.*not give/],
    [asks([at('gone')]), /gone.*not.*machine/],
    [asks([], [at('bots')]), /bots, .*\(--writable\)/],
    [asks([], [at('shared/inner')]), /shared\/inner, .*\(--writable\)/],
    [asks([at('shared/inner')]), /shared\/inner, .*\(--readable\)/],
    [{ own: new Map([['ann', asks(['/'])]]), cwd: at('bots') }, /have \/, .*\(--readable\)/],
    [{ own: new Map() }, /have \/gone.*not.*machine/],
    [
      {
        own: new Map([
          ['ann', { bundle }],
          ['ben', {}],
        ]),
        cwd: '/',
      },
      /have \/, .*\(--readable\)/,
    ],
    [{ variables: { WORDHOST_DICTIONARY: '/etc/shadow' } }, /a variable "WORDHOST_DICTIONARY", .*host.*set/],
    [{ own: new Map([['ann', { bundle, variables: { WORDHOST_KWG: '/x' } }]]) }, /a variable "WORDHOST_KWG"/],
  ];
  for (const [more, problem] of refused)
    t.throws(() => acceptedHosting({ ...run, ...more }, strict), { message: problem }, String(problem));
});

t.test(
  'a worker takes neither the folder of a player that brings its files nor what is hidden',
  async (t) => {
    const own = new Map([
      ['ann', { bundle, cwd: '/', memoryCap: 7, strict: { ...asks([]).strict, hidden: ['/etc'] } }],
    ]);
    const accepted = acceptedHosting(
      { ...run, own, strict: { ...asks([]).strict, hidden: ['/etc'] } },
      strict,
    );
    t.strictSame([...accepted.own!], [['ann', { bundle, memoryCap: 7, ...asks([]) }]]);
    t.strictSame(accepted.strict, asks([]).strict);
  },
);

t.test('the key of a model is that of a worker that gives the network', async (t) => {
  process.env.WORDHOST_MODEL_KEY = 'of this worker';
  t.teardown(() => delete process.env.WORDHOST_MODEL_KEY);
  const own = new Map([['ann', { bundle, variables: { WORDHOST_MODEL_KEY: '', A: 'b' } }]]);
  const variablesWith = (network: boolean) =>
    acceptedHosting({ ...run, own }, { ...strict, network }).own?.get('ann')?.variables;
  t.strictSame(variablesWith(true), { A: 'b', WORDHOST_MODEL_KEY: 'of this worker' });
  t.strictSame(variablesWith(false), { A: 'b' });
});
