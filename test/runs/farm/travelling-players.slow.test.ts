import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { GamesDatabase } from '../../../host/runs/store/games-database.ts';
import { probeSandbox } from '../../../host/seats/process/sandbox/probe-sandbox.ts';
import { letterA } from '../../cli/letter-a.ts';
import { type Running, run, start, succeed } from '../../cli/wordhost.ts';
import { testdirOfPlayers } from '../../support/caches.ts';
import { PostgresServer, withoutPostgres } from '../../support/postgres-server.ts';
import { until } from '../../support/until.ts';

/* Players that bring their files to workers that have none of them. */

const skip = withoutPostgres();
const strictProblem = await probeSandbox('strict').then((found) => 'problem' in found && found.problem);
const skipStrict = skip || strictProblem;
let started: Promise<PostgresServer> | undefined;
t.teardown(async () => (await started)?.[Symbol.asyncDispose]());

interface Farm {
  readonly cwd: string;
  readonly where: string;
  sql(text: string): string;
  readonly server: PostgresServer;
  tournament(experiment?: string, jobs?: string): Running;
  worker(name: string, ...words: string[]): Running;
}

const wins = 'printf r; head -c 4 >/dev/null; printf p003001AAA; cat >/dev/null; :';
const waits = 'printf r; cat >/dev/null; :';
/** Copies its program, which then is another file than travelled. */
const prepare = 'cp run.txt run; chmod +x run; echo x >>/tmp/prepared; echo prepared';

async function farmOf(
  t: Test,
  { sandbox, players }: { sandbox: string; players: readonly string[] },
): Promise<Farm> {
  started ??= PostgresServer.start('max_connections=200');
  const server = await started;
  const where = server.emptyDatabase();
  await (await GamesDatabase.open(where, { makes: true }))[Symbol.asyncDispose]();
  const program = (text: string) => `#!/bin/sh\n${text}\n`;
  const root = testdirOfPlayers(t, {
    elsewhere: {},
    league: {
      ...letterA,
      bots: { ann: { 'run.txt': program(wins), secret: 'of ann' }, ben: { run: program(waits) } },
      'league.yml': `game: bananagrams
options: { dictionary: words.txt, bunch: last-bunch, hand: 3, sandbox: ${sandbox} }
players:
${players.map((player) => `  - ${player}\n`).join('')}format: { kind: round-robin, rounds: 2, mirrored: true }
seed: spring
`,
    },
  });
  const cwd = join(root, 'league');
  chmodSync(join(cwd, 'bots', 'ben', 'run'), 0o755);
  const environment = (name: string) => {
    mkdirSync(join(root, name), { recursive: true });
    return { XDG_CACHE_HOME: join(root, name) };
  };
  return {
    ...{ cwd, where, server, sql: (text: string) => server.sql(text, where) },
    tournament: (name, jobs = '0') =>
      start(
        [
          'tournament',
          '--jobs',
          jobs,
          '--store',
          name === undefined ? where : `${where}#${name}`,
          'league.yml',
        ],
        {
          cwd,
          env: environment('scheduler'),
        },
      ),
    worker: (name, ...words) =>
      start(['worker', '--jobs', '1', '--name', name, ...words, where], {
        cwd: join(root, 'elsewhere'),
        env: environment(name),
      }),
  };
}

const ann = `{ name: ann, files: bots/ann, prepare: "${prepare}", command: ./run }`;
const ben = '{ name: ben, files: [bots/ben/run], command: bots/ben/run }';

async function end(t: Test, ...workers: readonly Running[]): Promise<void> {
  for (const worker of workers) {
    worker.child.kill('SIGTERM');
    const { status, stderr } = await worker.ended;
    t.equal(status, 0, stderr);
  }
}

function standingsOf({ stdout }: { stdout: string }): unknown {
  return JSON.parse(stdout).standings.map(({ name, won, lost, bad }: Record<string, unknown>) => ({
    name,
    won,
    lost,
    bad,
  }));
}

t.test('players travel to workers that have none of their files', { skip: skipStrict }, async (t) => {
  const bad = '{ name: bad, files: bots/ben, prepare: "echo broken; exit 3", command: ./run }';
  const farm = await farmOf(t, { sandbox: 'strict', players: [ann, ben, bad] });
  const scheduler = farm.tournament();
  await until(() => farm.sql('SELECT count(*) FROM wordhost_games.bundle').trim() === '3', scheduler);
  // Workers have nothing of it at this path.
  renameSync(join(farm.cwd, 'bots'), join(farm.cwd, 'away'));
  const workers = ['a', 'b'].map((name) => farm.worker(name, '--sandbox', 'strict'));
  const { status, stdout, stderr } = await scheduler.ended;
  t.equal(status, 0, stderr);
  t.match(
    stdout,
    /bad, in \d+ games: could not be started .*`echo broken; exit 3` \(prepare\) exited with status 3/,
  );
  const bundles = farm.sql('SELECT count(*) FROM wordhost_games.bundle');
  t.equal(bundles.trim(), '0', 'what no run needs is deleted');
  await end(t, ...workers);
  const report = async (store: string) => await run(['report', '--as', 'json', store], { cwd: farm.cwd });
  renameSync(join(farm.cwd, 'away'), join(farm.cwd, 'bots'));
  await succeed(t, ['tournament', '--jobs', '2', 'league.yml'], { cwd: farm.cwd });
  t.same(standingsOf(await report(farm.where)), standingsOf(await report('league.db')), 'as on one machine');
  await succeed(t, ['store', 'export', '--results', 'results', farm.where], {
    cwd: farm.cwd,
  });
  t.match(readFileSync(join(farm.cwd, 'results'), 'utf8'), /broken/, 'what it printed is kept');
});

t.test('the machine that schedules plays, too, with what it has packed', { skip: skipStrict }, async (t) => {
  const farm = await farmOf(t, { sandbox: 'strict', players: [ann, ben] });
  const { status, stdout, stderr } = await farm.tournament('here', '1').ended;
  t.equal(status, 0, stderr);
  t.match(stdout, / ann +4 +4 /);
});

t.test('a worker with a least sandbox level plays nothing below it', { skip: skipStrict }, async (t) => {
  const farm = await farmOf(t, { sandbox: 'auto', players: [ann, ben] });
  const scheduler = farm.tournament();
  const strict = farm.worker('strict', '--sandbox', 'strict');
  await until(
    () =>
      strict.stderr.includes(
        'cannot play games of league: its players have the sandbox "auto", and this worker plays with --sandbox strict or more',
      ),
    strict,
  );
  t.same(farm.sql('SELECT count(*) FROM wordhost_games.game').trim(), '0');
  const any = farm.worker('any');
  t.equal((await scheduler.ended).status, 0);
  await end(t, strict, any);
});

t.test('what is written into the database lowers no level of a worker', { skip: skipStrict }, async (t) => {
  const setOwnOfAnn = (hosting: Record<string, unknown>, own: object) => {
    const all = hosting.own as readonly { readonly name: string }[];
    hosting.own = all.map((each) => (each.name === 'ann' ? { name: 'ann', ...own } : each));
  };
  const lowered: readonly (readonly [
    what: string,
    change: (hosting: Record<string, unknown>) => void,
    refusal: RegExp | undefined,
  ])[] = [
    ['the sandbox', (hosting) => (hosting.sandbox = 'off'), /have the sandbox "off"/],
    [
      'a variable of the host',
      (hosting) => (hosting.variables = { WORDHOST_DICTIONARY: '/etc/shadow' }),
      /have a variable "WORDHOST_DICTIONARY"/,
    ],
    [
      'no sandbox that there is',
      (hosting) => (hosting.sandbox = 'none'),
      /hosting\.sandbox: expected "auto" or .*; got "none"/,
    ],
    [
      'a list as the name of a sandbox',
      (hosting) => (hosting.sandbox = ['strict']),
      /database.*damaged: hosting\.sandbox: expected .*; got a list of 1/,
    ],
    [
      'a text as a list of folders',
      (hosting) => ((hosting.strict as { readable: unknown }).readable = './'),
      /hosting\.strict\.readable: expected a list; got "\.\/"/,
    ],
    [
      'the network',
      (hosting) => ((hosting.strict as { network: boolean }).network = true),
      /have the network \(--network\)/,
    ],
    [
      'a folder to read',
      (hosting) => ((hosting.strict as { readable: string[] }).readable = ['/root']),
      /have \/root.*not give.* \(--readable\)/,
    ],
    [
      'a folder to write',
      (hosting) => ((hosting.strict as { writable: string[] }).writable = ['/var']),
      /have \/var, .* \(--writable\)/,
    ],
    [
      'a working directory',
      (hosting) => setOwnOfAnn(hosting, { cwd: '/var' }),
      /have \/.*, .*worker.*not give.* \(--readable\)/,
    ],
    [
      'files of a hash that nobody sent',
      (hosting) => setOwnOfAnn(hosting, { bundle: { sha256: 'a'.repeat(64), files: 'x' } }),
      /packed files of a player \(x, a+\) are missing or changed/,
    ],
    [
      'a hash that is a path',
      (hosting) => setOwnOfAnn(hosting, { bundle: { sha256: '../x', files: 'x' } }),
      /hosting\.own\[0\]\.bundle\.sha256: expected a SHA-256 in hexadecimal; got "\.\.\/x"/,
    ],
    [
      'a folder for what players print',
      (hosting) => (hosting.stderr = { folder: '/var/wordhost-test' }),
      undefined,
    ],
  ];
  const farm = await farmOf(t, { sandbox: 'strict', players: [ann, ben] });
  for (const [index, [what, change, refusal]] of lowered.entries()) {
    const name = `case-${index}`;
    const scheduler = farm.tournament(name);
    const sql = (text: string) => farm.sql(`${text} WHERE name = '${name}'`).trim();
    await until(() => sql('SELECT farm FROM wordhost_games.experiment').startsWith('{'), scheduler);
    const setup = JSON.parse(sql('SELECT farm FROM wordhost_games.experiment')) as {
      readonly hosting: Record<string, unknown>;
    };
    change(setup.hosting);
    const changed = JSON.stringify(setup).replaceAll("'", "''");
    sql(`UPDATE wordhost_games.experiment SET farm = '${changed}'`);
    const worker = farm.worker(`worker-${index}`, '--sandbox', 'strict');
    if (refusal === undefined) {
      t.equal((await scheduler.ended).status, 0, what);
      t.notOk(existsSync('/var/wordhost-test'), what);
      await end(t, worker);
      continue;
    }
    const refused = () => worker.stderr.split(`cannot play games of ${name}: `)[1] ?? '';
    await until(
      () => refusal.test(refused()) || scheduler.child.exitCode !== null,
      () => `the refusal of ${what}; the worker says ${worker.stderr}`,
    );
    t.match(refused(), refusal, what);
    scheduler.child.kill('SIGKILL');
    await scheduler.ended;
    await end(t, worker);
  }
});

t.test('a game with an id that is a path is not played', { skip: skipStrict }, async (t) => {
  const farm = await farmOf(t, { sandbox: 'strict', players: [ann, ben] });
  const scheduler = farm.tournament();
  const jobs = "SELECT count(*) FROM wordhost_jobs.job WHERE state = 'created'";
  await until(
    () =>
      farm.sql("SELECT to_regclass('wordhost_jobs.job') IS NOT NULL").trim() === 't' &&
      Number(farm.sql(jobs)) > 0,
    scheduler,
  );
  farm.sql(`UPDATE wordhost_jobs.job SET data = jsonb_set(data, '{requests,0,id}', '"../../x"')`);
  const worker = farm.worker('a', '--sandbox', 'strict');
  await until(
    () => worker.stderr.includes('requests[0]: id: expected an id of 21 characters; got "../../x"'),
    worker,
  );
  scheduler.child.kill('SIGKILL');
  await scheduler.ended;
  await end(t, worker);
});

t.test('files that were changed in the database are not played', { skip }, async (t) => {
  const farm = await farmOf(t, { sandbox: 'process', players: [ann, ben] });
  const scheduler = farm.tournament();
  await until(() => farm.sql('SELECT count(*) FROM wordhost_games.bundle').trim() === '2', scheduler);
  farm.sql(
    `UPDATE wordhost_games.bundle SET packed = (SELECT packed FROM wordhost_games.bundle ORDER BY sha256 LIMIT 1),
    bytes = (SELECT bytes FROM wordhost_games.bundle ORDER BY sha256 LIMIT 1)`,
  );
  const worker = farm.worker('a');
  await until(() => worker.stderr.includes('are missing or changed'), worker);
  scheduler.child.kill('SIGKILL');
  await scheduler.ended;
  await end(t, worker);
});

t.test('a player sees no files of others', { skip: skipStrict }, async (t) => {
  const looks = `ls /*/*/.. "$OLDPWD" .. ../.. >&2; cat ../../*/*/secret ../../../bundles/* >&2; echo x >run; echo x >new; exit 7`;
  const spy = `{ name: spy, files: bots/spy, command: ./run }`;
  const farm = await farmOf(t, { sandbox: 'strict', players: [ann, spy] });
  mkdirSync(join(farm.cwd, 'bots', 'spy'));
  writeFileSync(join(farm.cwd, 'bots', 'spy', 'run'), `#!/bin/sh\n${looks}\n`, { mode: 0o755 });
  const scheduler = farm.tournament();
  const worker = farm.worker('a', '--sandbox', 'strict');
  const { status, stderr } = await scheduler.ended;
  t.equal(status, 0, stderr);
  await end(t, worker);
  await run(['store', 'export', '--results', 'results', '--records', 'records', farm.where], {
    cwd: farm.cwd,
  });
  const [record] = readdirSync(join(farm.cwd, 'records'));
  const text = readFileSync(join(farm.cwd, 'records', record!), 'utf8');
  t.match(text, /status 7/, 'it has looked');
  t.notMatch(text, /of ann|run\.txt|league\.yml/);
  t.match(text, /Read-only file system|cannot create run/);
});

t.test('options of a worker that make no sense together are refused', { skip }, async (t) => {
  const farm = await farmOf(t, { sandbox: 'auto', players: [ann, ben] });
  const refused: readonly (readonly [words: readonly string[], text: RegExp])[] = [
    [['--network'], /--network requires --sandbox strict; got --sandbox off: without.*network.*files/],
    [['--sandbox', 'auto', '--readable', '/usr'], /--readable requires --sandbox strict; got --sandbox auto/],
    [['--sandbox', 'strict', '--writable', '/missing'], /--writable \/missing: .*no.*file.*folder/],
    [['--sandbox', 'most'], /--sandbox: expected one of off, process, auto, strict; got "most"/],
  ];
  for (const [words, text] of refused) {
    const { status, stderr } = await run(['worker', ...words, farm.where]);
    t.match({ status, stderr }, { status: 2, stderr: text }, words.join(' '));
  }
});
