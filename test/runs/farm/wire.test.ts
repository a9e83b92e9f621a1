import t from 'tap';
import { seconds } from '../../../host/core/units.ts';
import { version } from '../../../host/core/version.ts';
import { bananagrams } from '../../../host/games/bananagrams/bananagrams.ts';
import { edition } from '../../../host/games/game.ts';
import { liveClock } from '../../../host/match/clock.ts';
import { LocalExecutor } from '../../../host/runs/executor.ts';
import {
  FARM_FORM,
  type FarmSetup,
  LONGEST,
  readBatch,
  readFacts,
  readOutcome,
  readSetup,
  type WorkerFacts,
  writeFacts,
  writeOutcome,
  writeSetup,
} from '../../../host/runs/farm/wire.ts';
import { scriptedSeats } from '../../../host/seats/scripted/scripted-seats.ts';
import { planOf } from '../../contracts/plan-of.ts';
import { lexiconWith } from '../../games/table.ts';
import fc, { runs } from '../../support/laws.ts';

/* What a farm reads from its database, which others may have written. */

const lexicon = lexiconWith(['AAA']);
const own = new Map([
  ['ann', { bundle: { sha256: 'a'.repeat(64), files: 'bots', prepare: 'make', time: 1e9 }, unreadCap: 4096 }],
  ['__proto__', { cwd: '/bots', variables: { A: '1', constructor: '2' }, cpuCap: Number.POSITIVE_INFINITY }],
]);
const setup: FarmSetup = {
  ...{ queue: 'games-7-0123abcd', form: FARM_FORM, version, edition, game: 'bananagrams', weight: 3 },
  ...{ dictionary: { name: 'words', sha256: lexicon.sha256 }, records: true, overlap: false, thinking: 2 },
  hosting: {
    ...{ sandbox: 'strict', shell: '/bin/sh', cwd: '/home', stderr: 'discard', commandFolder: undefined },
    ...{ graceNs: seconds(1), farewellNs: 0, unreadCap: 2 ** 20, stderrCap: 2 ** 16, keptStderr: 0 },
    ...{ memoryCap: 2 ** 30, cpuCap: seconds(60), requireBatch: false },
    ...{ strict: { network: false, readable: ['/usr'], writable: [], hidden: ['/etc'] }, own },
  },
};
const facts: WorkerFacts = {
  ...{ host: 'attic', pid: 7, version, processors: 4, slots: 3, games: 17, gamesPerMinute: 2.5, since: '' },
  ...{ load: 0.5, playing: [{ queue: setup.queue, games: 2 }] },
  refusals: [{ queue: setup.queue, experiment: 'league', problem: 'no strict' }],
};
const plan = planOf({ game: bananagrams, lexicon, options: { bunch: { A: 6 }, hand: 3 } });
const { request } = plan;
const batch = { batch: 'one', requests: [request] };
const report = await new LocalExecutor({
  openSeats: scriptedSeats(
    [
      ({ say }) => {
        say('r');
        return { hear: (text) => void (text.endsWith('.') && say('p003001AAA')) };
      },
      ({ leave }) => {
        leave('crashed');
        return { hear() {} };
      },
    ],
    liveClock,
  ),
}).play(plan, {});

const read = (text: string) => {
  const reading = readSetup(text, 7);
  return reading.ok ? reading.setup : reading.problem;
};

t.test('the key of a server of models is in no row of the database', async (t) => {
  const variables = { WORDHOST_MODEL_KEY: 'sk-secret', A: 'b' };
  const own = new Map([['ann', { variables }]]);
  const written = writeSetup({ ...setup, hosting: { ...setup.hosting, variables, own } });
  t.notMatch(written, 'sk-secret');
  t.strictSame(JSON.parse(written).hosting.own[0].variables, { WORDHOST_MODEL_KEY: '', A: 'b' });
});

t.test('what one side writes the other reads', async (t) => {
  t.same(read(writeSetup(setup)), setup);
  const more = {
    inherited: {},
    lasting: {},
    game: '../x',
    stderr: { folder: '/etc' },
    commandFolder: '/tmp',
  };
  const ofPlayer = { sandbox: 'off', stderr: { folder: '/etc' }, environment: {} };
  const {
    own: [ann, ...others],
  } = JSON.parse(writeSetup(setup)).hosting;
  const asMore = {
    ...JSON.parse(writeSetup(setup)).hosting,
    ...more,
    own: [{ ...ann, ...ofPlayer }, ...others],
  };
  t.same(
    read(JSON.stringify({ ...JSON.parse(writeSetup(setup)), hosting: asMore })),
    setup,
    'nothing else is taken over',
  );
  t.same(readFacts(writeFacts(facts)), facts);
  const sent = JSON.parse(JSON.stringify(batch));
  t.same(readBatch(sent, setup), sent);
  const { records: _, ...plain } = report;
  t.same(
    readOutcome(writeOutcome({ report: plain }), request),
    JSON.parse(JSON.stringify({ report: plain })),
  );
  for (const kind of ['void', 'host', 'bug'] as const) {
    const failure = { failure: { of: kind, text: 'no memory' } };
    t.same(readOutcome(writeOutcome(failure), request), failure);
  }
});

/** With the value at a path changed; undefined removes it. */
function changed(value: unknown, path: string, to: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop()!;
  let inner = copy;
  for (const step of steps) inner = inner[step] as Record<string, unknown>;
  if (to === undefined) delete inner[last];
  else Object.defineProperty(inner, last, { value: to, enumerable: true });
  return copy;
}

t.test('a text that is no JSON object of its kind is refused', async (t) => {
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
  for (const text of ['{{{', '', 'null', '[]', '"x"', '5', '{}', '{"queue":5}', '{"__proto__":{}}', deep]) {
    t.match(read(text), /database.*damaged: /, text);
    t.match(readFacts(text), /database.*damaged: /, text);
    t.type(readOutcome(text, request), 'string', text);
  }
  for (const [name, long] of [
    ['setup', read(' '.repeat(LONGEST.setup + 1))],
    ['facts', readFacts(' '.repeat(LONGEST.facts + 1))],
    ['report', readOutcome(' '.repeat(LONGEST.report + 1), request)],
  ] as const)
    t.match(long, `expected at most ${LONGEST[name]} characters`);
});

t.test('a row of an experiment that was changed is refused, and says where', async (t) => {
  const rows: readonly (readonly [path: string, to: unknown, problem: RegExp])[] = [
    ['hosting.sandbox', ['strict'], /hosting\.sandbox: expected "auto" or .*; got a list of 1$/],
    ['hosting.sandbox', 'constructor', /hosting\.sandbox: expected .*; got "constructor"$/],
    ['hosting.strict.readable', './', /hosting\.strict\.readable: expected a list; got "\.\/"$/],
    ['hosting.strict.network', 1, /hosting\.strict\.network: expected true or false; got 1$/],
    ['hosting.shell', '/bin/sh\0', /hosting\.shell: expected a text without NUL/],
    ['hosting.graceNs', 1e15, /hosting\.graceNs: expected a whole number from 0 to 600000000000; got 1/],
    ['hosting.graceNs', null, /hosting\.graceNs: expected .*; got null$/],
    ['hosting.stderrCap', 1e15, /hosting\.stderrCap: expected a whole number from 0 to 65536/],
    ['hosting.variables', { 'A=B': '' }, /hosting\.variables: expected.*variable; got "A=B"$/],
    ['hosting.own', { ann: {} }, /hosting\.own: expected a list; got an object/],
    ['hosting.own.0.bundle.sha256', '../x', /hosting\.own\[0\]\.bundle\.sha256: expected a SHA-256/],
    ['hosting.own.0.bundle.time', 1e30, /hosting\.own\[0\]\.bundle\.time: expected a whole number from/],
    ['thinking', 0, /thinking: expected a whole number from 1 to 1000; got 0$/],
    ['weight', 1e15, /weight: expected a whole number from 1 to 1000; got 1/],
    ['edition', '1', /edition: expected a whole number from 1; got "1"$/],
    ['game', 'x'.repeat(201), /game: expected /],
    ['dictionary', undefined, /dictionary: expected .*; got nothing$/],
    ['dictionary.sha256', 'A'.repeat(64), /dictionary\.sha256: expected a SHA-256/],
    ['queue', 'games-70-0123abcd', /queue: games-70-0123abcd is of another run$/],
    ['queue', 'games-7-0123abcd-lost', /queue: expected.*queue/],
    ['form', FARM_FORM + 1, /^the run needs wordhost .*: use a newer wordhost$/],
    ['form', FARM_FORM - 1, /run.*begun.* .*: use the same version$/],
    ['form', 1e300, /form: expected a whole number/],
  ];
  const written: unknown = JSON.parse(writeSetup(setup));
  for (const [path, to, problem] of rows) {
    const text = JSON.stringify(changed(written, path, to));
    t.match(read(text), problem, `${path}: ${JSON.stringify(to)?.slice(0, 30)}`);
  }
  const withEscape = JSON.stringify(changed({ ...(written as object), form: 9 }, 'version', '9\x1b[31m\n'));
  t.equal(
    read(withEscape),
    `the run needs wordhost 9\\x1b[31m\\n; this machine has ${version}: use a newer wordhost`,
  );
});

t.test('a job that was changed is refused', async (t) => {
  const rows: readonly (readonly [data: unknown, problem: RegExp])[] = [
    [null, /expected an object; got null/],
    [{ ...batch, requests: 5 }, /^requests: expected a list; got 5$/],
    [{ ...batch, requests: [null] }, /^requests\[0\]: /],
    [{ ...batch, batch: '../../x' }, /^batch: expected.*batch/],
    [{ ...batch, requests: Array(1_001).fill(request) }, /^requests: expected at most 1000$/],
    [changed(batch, 'requests.0.id', '../../../../etc/passwd'), /^requests\[0\]: .*id: expected an id of 21/],
    [changed(batch, 'requests.0.players.1.seat', 1e15), /players\[1\]\.seat: expected a seat from 1 to 2/],
    [changed(batch, 'requests.0.options', []), /options: expected/],
    [changed(batch, 'requests.0.game', 'boggle'), /^requests\[0\]: .*game.*run$/],
    [changed(batch, 'requests.0.edition', 1e15), /^requests\[0\]: .*game.*run$/],
    [changed(batch, 'requests.0.dictionary', { name: 'none' }), /^requests\[0\]: .*game.*run$/],
  ];
  for (const [data, problem] of rows) t.match(readBatch(data, setup), problem);
});

t.test('what a worker says of itself is bounded', async (t) => {
  for (const [path, to] of [
    ['slots', 1e15],
    ['slots', '3'],
    ['pid', -1],
    ['gamesPerMinute', null],
    ['host', 'x'.repeat(201)],
    ['refusals', {}],
    ['refusals.0.problem', 5],
    ['playing', [5]],
  ] as const)
    t.match(
      readFacts(JSON.stringify(changed(facts, path, to))),
      new RegExp(`its row in the database is damaged: ${path.replace(/\.(\d+)/, '\\[$1\\]')}`),
    );
  const refusals = Array.from({ length: 500 }, () => ({
    ...{ queue: setup.queue, experiment: 'league', problem: '\x1b'.repeat(10_000) },
  }));
  const many = readFacts(writeFacts({ ...facts, refusals }));
  t.equal(typeof many === 'string' ? many : many.refusals!.length, 20);
});

t.test('an outcome is of the game that was sent, and whole', async (t) => {
  const { records: _, ...plain } = report;
  const outcome: unknown = JSON.parse(writeOutcome({ report: plain }));
  const other = /^report\.result: it is of another game$/;
  const rows: readonly (readonly [path: string, to: unknown, problem: RegExp])[] = [
    ['report.result.id', 'x'.repeat(21), other],
    ['report.result.players.0.name', 'eve', other],
    ['report.result.players.0.entry', 2, other],
    ['report.result.players', [], /^report\.result: winner: expected a seat or null; got 1$/],
    ['report.result.ms', '5', /^report\.result: ms: expected a number/],
    ['report.result.winner', 9, /^report\.result: winner: expected a seat or null; got 9$/],
    ['report.seats', [], other],
    ['report.seats.0.exchanges', {}, /^report\.seats\[0\]\.exchanges: expected a list/],
    ['report.endings', null, /^report\.endings: expected a list/],
    ['report.endings.0.processes', { stderr: 5 }, /^report\.endings\[0\]\.processes\./],
    ['failure', { of: 'x' }, /^failure\.of: expected "void" or "host" or "bug"/],
  ];
  for (const [path, to, problem] of rows)
    t.match(readOutcome(JSON.stringify(changed(outcome, path, to)), request), problem, path);
});

t.test('a report in which players have written too much goes without what they wrote', async (t) => {
  const { records: _, ...plain } = report;
  const stderr = '\x1b'.repeat(LONGEST.report / 6);
  const processes = { code: 0, signal: null, killed: false, cpuMs: 1, waitMs: 1, maxRssKb: 1, survivors: 0 };
  const endings = plain.endings.map(() => ({ processes: { ...processes, stderr } }));
  const outcome = readOutcome(writeOutcome({ report: { ...plain, endings } }), request);
  if (typeof outcome === 'string' || 'failure' in outcome) throw new Error(JSON.stringify(outcome));
  t.same(outcome.report.result, plain.result);
  t.same(
    outcome.report.endings.map((each) => each.processes?.stderr),
    ['', ''],
  );
});

t.test('whatever is in a row, it is read or refused', async () => {
  const odd = fc.oneof(fc.json({ maxDepth: 6 }), fc.string());
  const values = [JSON.parse(writeSetup(setup)), facts, batch, JSON.parse(writeOutcome({ report }))];
  const paths = fc.tuple(fc.constantFrom(...values), fc.nat(), fc.jsonValue());
  fc.assert(
    fc.property(
      fc.oneof(
        odd,
        paths.map(([value, at, to]) => replaced(value, at, to)),
      ),
      (text) => {
        readSetup(text, 7);
        readFacts(text);
        readOutcome(text, request);
        try {
          readBatch(JSON.parse(text), setup);
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
        }
      },
    ),
    runs(1_000),
  );
});

/** The JSON of a value, with another one for the part of this number. */
function replaced(value: unknown, at: number, to: unknown): string {
  let parts = 0;
  JSON.stringify(value, (_, part: unknown) => {
    parts++;
    return part;
  });
  let part = 0;
  return JSON.stringify(value, (_, found: unknown) => (part++ === at % parts ? to : found)) ?? '';
}
