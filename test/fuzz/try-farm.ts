import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FarmQueue } from '../../host/runs/farm/queue.ts';
import type { Batch } from '../../host/runs/farm/wire.ts';
import { GamesDatabase } from '../../host/runs/store/games-database.ts';
import { letterA } from '../cli/letter-a.ts';
import { type Running, run, start } from '../cli/wordhost.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';
import { broken, brokenJson, mostMemory, oddValue } from './broken-calls.ts';
import { Dice } from './dice.ts';

export const MOST_MB = 300;
/** After so many rows all is looked at, and the run that they were for begins again. */
const CASES_OF_ROUND = 50;

const WINS = 'printf r; head -c 4 >/dev/null; printf p003001AAA; cat >/dev/null; :';
const WAITS = 'printf r; cat >/dev/null; :';

/** `hero` wins each game. */
const league = (name: string) => `name: ${name}
game: bananagrams
options: { dictionary: words.txt, bunch: last-bunch, hand: 3 }
players:
  - { name: hero, command: ${JSON.stringify(WINS)} }
  - { name: ann, command: ${JSON.stringify(WAITS)} }
  - { name: ben, command: ${JSON.stringify(WAITS)} }
format: { kind: gauntlet, rounds: 5000, mirrored: true }
`;

/** What is not as promised, in words, when others have written so many rows. */
export async function tryFarm(server: PostgresServer, seed: number, cases: number) {
  const folder = mkdtempSync(join(tmpdir(), 'wordhost-farm-'));
  const files = { ...letterA, 'honest.yml': league('honest'), 'victim.yml': league('victim') };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const where = server.emptyDatabase();
  await using database = await GamesDatabase.open(where, { makes: true });
  await using queue = await FarmQueue.open(database);
  const farm = new TriedFarm({ folder, where, database, queue });
  try {
    await farm.begin();
    for (let number = seed; number < seed + cases; number += CASES_OF_ROUND)
      await farm.round(number, Math.min(CASES_OF_ROUND, seed + cases - number));
    await farm.end();
    return farm;
  } finally {
    await farm.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Tools {
  readonly folder: string;
  readonly where: string;
  readonly database: GamesDatabase;
  readonly queue: FarmQueue;
}

/** What the rows of an honest run have, to be changed. */
interface Samples {
  readonly queue: string;
  readonly setup: string;
  readonly facts: string;
  readonly jobs: readonly Batch[];
  readonly results: readonly string[];
}

class TriedFarm {
  readonly faults: string[] = [];
  mb = 0;
  games = 0;
  written = 0;
  readonly #tools: Tools;
  readonly #all: Running[] = [];
  #worker!: Running;
  #honest!: Running;
  #victim!: Running;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  async begin(): Promise<void> {
    this.#worker = this.#start('worker', '--jobs', '1', '--name', 'worker', this.#tools.where);
    this.#honest = this.#schedule('honest');
    await this.#playOn('before the first row');
  }

  async round(number: number, cases: number): Promise<void> {
    await this.#clear();
    this.#victim = this.#schedule('victim');
    let jobs: readonly Batch[] = [];
    await until(
      async () => {
        jobs = await this.#jobsOfVictim();
        return jobs.length > 0 && (await this.#gamesOf('victim')) > 0;
      },
      () => `a game of the run that is attacked: ${this.#victim.stderr.slice(-500)}`,
    );
    const samples = await this.#samples(jobs);
    const what: string[] = [];
    for (let each = number; each < number + cases; each++) what.push(await this.#write(each, samples));
    const which = `rows ${number} to ${number + cases - 1} (${[...new Set(what)].join(', ')})`;
    for (const words of [['store', 'info'], ['store', 'info', '--json'], ['report']]) {
      const [word] = words;
      const { where } = this.#tools;
      const running = this.#start(...words, word === 'report' ? `${where}#victim` : where);
      const { status } = await this.#ended(running);
      if (word === 'store' && status !== 0)
        this.#fault(`${which}: ${words.join(' ')} ended with ${status}`, running);
    }
    await this.#playOn(which);
    this.#victim.child.kill('SIGINT');
    this.#victim.child.kill('SIGINT');
    const { status, signal } = await this.#ended(this.#victim);
    if (![0, 2, 3, 130].includes(status ?? -1))
      this.#fault(`${which}: the run ended with ${status ?? signal}`, this.#victim);
    for (const [name, { child }] of Object.entries({ worker: this.#worker, run: this.#honest }))
      if (child.exitCode !== null)
        throw new Error(`${which}: the ${name} has ended: ${this.#worker.stderr}\n${this.#honest.stderr}`);
  }

  async end(): Promise<void> {
    await this.#clear();
    this.#honest.child.kill('SIGINT');
    const { status } = await this.#ended(this.#honest);
    if (status !== 130) this.#fault(`the other run ended with ${status}`, this.#honest);
    this.#worker.child.kill('SIGTERM');
    const over = await this.#ended(this.#worker);
    if (over.status !== 0) this.#fault(`the worker ended with ${over.status}`, this.#worker);
    const check = await run(['store', 'check', `${this.#tools.where}#honest`]);
    if (check.status !== 0) this.faults.push(`the other run is damaged: ${check.stdout}${check.stderr}`);
    const rows = await this.#rows<{ result: string }>(
      `SELECT result FROM wordhost_games.game JOIN wordhost_games.experiment AS e ON e.id = experiment WHERE e.name = 'honest'`,
    );
    this.games = rows.length;
    for (const { result } of rows) {
      const { players } = JSON.parse(result);
      const isHonest = players.every(
        ({ name, outcome }: { name: string; outcome: string }) =>
          outcome === (name === 'hero' ? 'won' : 'lost'),
      );
      if (!isHonest) this.faults.push(`a game of the other run is lost: ${result}`);
    }
    if (this.mb > MOST_MB) this.faults.push(`a process took ${this.mb} MB`);
  }

  async kill(): Promise<void> {
    for (const { child, ended } of this.#all) {
      child.kill('SIGKILL');
      await ended;
    }
  }

  #start(...words: readonly string[]): Running {
    const running = start(words, { cwd: this.#tools.folder });
    this.#all.push(running);
    return running;
  }

  #schedule(name: string): Running {
    return this.#start('tournament', '--jobs', '0', '--store', `${this.#tools.where}#${name}`, `${name}.yml`);
  }

  /** With what it took and printed. */
  async #ended(running: Running) {
    const { child, ended } = running;
    const watch = setInterval(() => this.#measure(running), 50);
    this.#measure(running);
    const outcome = await ended;
    clearInterval(watch);
    this.#all.splice(this.#all.indexOf(running), 1);
    const trace = /(?:.*\n){0,3}^ +at .*|.*this is a bug.*/m.exec(`${outcome.stderr}\n${outcome.stdout}`);
    if (trace) this.#fault(`${child.spawnargs.slice(2).join(' ')}: a stack trace: ${trace[0]}`, running);
    return outcome;
  }

  #measure({ child }: Running): void {
    if (child.exitCode === null && child.pid !== undefined)
      this.mb = Math.max(this.mb, mostMemory(child.pid));
  }

  #fault(what: string, { stderr }: Running): void {
    this.faults.push(`${what}\n${stderr.slice(-1_000)}`);
  }

  /** The games of the honest run go on. */
  async #playOn(which: string): Promise<void> {
    const before = await this.#gamesOf('honest');
    await until(
      async () => (await this.#gamesOf('honest')) > before,
      () =>
        `another game of the other run after ${which}: ${this.#worker.stderr.slice(-1_000)}\n${this.#honest.stderr.slice(-1_000)}`,
    );
  }

  async #gamesOf(name: string): Promise<number> {
    const [row] = await this.#rows<{ count: number }>(
      'SELECT count(*) FROM wordhost_games.game JOIN wordhost_games.experiment AS e ON e.id = experiment WHERE e.name = $1',
      name,
    );
    return row!.count;
  }

  async #jobsOfVictim(): Promise<readonly Batch[]> {
    const rows = await this.#rows<{ data: Batch }>(
      `SELECT data FROM wordhost_jobs.job JOIN wordhost_games.experiment AS e
        ON job.name LIKE 'games-' || e.id || '-%' WHERE e.name = 'victim' AND state = 'created' LIMIT 20`,
    );
    return rows.map(({ data }) => data);
  }

  async #samples(jobs: readonly Batch[]): Promise<Samples> {
    const [row] = await this.#rows<{ farm: string }>(
      "SELECT farm FROM wordhost_games.experiment WHERE name = 'victim'",
    );
    const [worker] = await this.#rows<{ facts: string }>(
      "SELECT facts FROM wordhost_games.worker WHERE name = 'worker'",
    );
    const results = await this.#rows<{ result: string }>(
      "SELECT result FROM wordhost_games.game JOIN wordhost_games.experiment AS e ON e.id = experiment WHERE e.name = 'victim'",
    );
    return {
      queue: JSON.parse(row!.farm).queue,
      setup: row!.farm,
      facts: worker!.facts,
      jobs,
      results: results.map(({ result }) => result),
    };
  }

  /** What it was, in a word. The same number writes the same row, as far as the samples are the same. */
  async #write(number: number, samples: Samples): Promise<string> {
    const dice = new Dice(number);
    const kind = dice.oneOf(Object.keys(kinds));
    try {
      await kinds[kind]!(new Row(number, dice, samples, this.#tools));
      this.written++;
    } catch (error) {
      // PostgreSQL takes neither NUL nor half a character, and rows have keys.
      if ((error as { code?: string }).code === undefined) throw error;
    }
    return kind;
  }

  /** Removes what was written, and all of the run that was attacked. */
  async #clear(): Promise<void> {
    await this.#rows("DELETE FROM wordhost_games.worker WHERE name <> 'worker'");
    const others = "(SELECT id FROM wordhost_games.experiment WHERE name <> 'honest')";
    for (const table of ['record', 'game', 'file', 'outcome', 'interruption'])
      await this.#rows(`DELETE FROM wordhost_games.${table} WHERE experiment IN ${others}`);
    await this.#rows("DELETE FROM wordhost_games.experiment WHERE name <> 'honest'");
  }

  async #rows<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.#tools.database.query(text, values)).rows as Row[];
  }
}

/** One row, and what it is made of. */
class Row {
  readonly number: number;
  readonly dice: Dice;
  readonly samples: Samples;
  readonly queue: FarmQueue;
  readonly #database: GamesDatabase;

  constructor(number: number, dice: Dice, samples: Samples, { database, queue }: Tools) {
    this.number = number;
    this.dice = dice;
    this.samples = samples;
    this.queue = queue;
    this.#database = database;
  }

  async write(text: string, ...values: unknown[]): Promise<void> {
    await this.#database.query(text, values);
  }

  /** The JSON of a value with something wrong in it. */
  json(value: unknown): string {
    return this.text(
      brokenJson(broken(value, this.dice, this.dice.oneOf([3, 12, 40])), this.dice).toString(),
    );
  }

  parsed(text: string): unknown {
    return broken(JSON.parse(text), this.dice, this.dice.oneOf([3, 12, 40]));
  }

  /** As PostgreSQL can take it. */
  text(text: string): string {
    return text.replaceAll('\0', '');
  }

  odd(): string {
    return this.text(String(JSON.stringify(oddValue(this.dice)))).slice(0, 2_000);
  }

  number64(): number {
    return this.dice.oneOf([0, -1, 1, 5, 2 ** 31, 2 ** 53 - 1, -(2 ** 53), Date.now(), 9.2e18]);
  }

  idOfGame(): string {
    const { jobs } = this.samples;
    const ids = jobs.flatMap(({ requests }) => requests.map(({ id }) => id));
    return this.dice.roll(5) === 0 || ids.length === 0 ? this.odd() : this.dice.oneOf(ids);
  }
}

const victim = "(SELECT id FROM wordhost_games.experiment WHERE name = 'victim')";

const kinds: Readonly<Record<string, (row: Row) => Promise<void>>> = {
  async setup(row) {
    const farm = row.json(JSON.parse(row.samples.setup));
    await row.write("UPDATE wordhost_games.experiment SET farm = $1 WHERE name = 'victim'", farm);
  },
  async experiment(row) {
    const farm = row.json(JSON.parse(row.samples.setup));
    const name = `${row.odd()}${row.number}`;
    await row.write('INSERT INTO wordhost_games.experiment (name, farm) VALUES ($1, $2)', name, farm);
  },
  async writer(row) {
    const values = [row.number64(), row.odd(), row.odd()];
    await row.write(
      "UPDATE wordhost_games.experiment SET pid = $1, command = $2, since = $3 WHERE name = 'victim'",
      ...values,
    );
  },
  async facts(row) {
    const facts = row.json(JSON.parse(row.samples.facts));
    const seen = row.dice.roll(2) === 0 ? Date.now() : row.number64();
    await row.write(
      'INSERT INTO wordhost_games.worker (name, host, facts, seen, drain) VALUES ($1, $2, $3, $4, $5)',
      ...[`${row.odd()}${row.number}`, row.odd(), facts, Math.trunc(seen), row.dice.roll(3)],
    );
  },
  async job(row) {
    const data = broken(row.samples.jobs[0], row.dice, 12);
    await row.queue.send(row.samples.queue, [data as Batch]);
  },
  async 'changed-job'(row) {
    await row.write(
      `UPDATE wordhost_jobs.job SET data = $2 WHERE name = $1 AND id IN (
         SELECT id FROM wordhost_jobs.job WHERE name = $1 AND state = 'created' LIMIT 1)`,
      ...[row.samples.queue, row.json(row.samples.jobs[0])],
    );
  },
  async outcome(row) {
    const result = JSON.parse(row.dice.oneOf(row.samples.results));
    const seat = { exchanges: [], silence: { isAwaited: false } };
    const report = { result, seats: [seat, seat], endings: [{}, {}] };
    const packed = row.dice.oneOf([null, Buffer.from(row.odd()), Buffer.alloc(row.dice.oneOf([9, 2 ** 22]))]);
    await row.write(
      `INSERT INTO wordhost_games.outcome (id, experiment, worker, report, sha256, bytes, packed)
        SELECT $1, id, $2, $3, $4, $5, $6 FROM wordhost_games.experiment WHERE name = 'victim'`,
      ...[
        row.idOfGame(),
        row.odd(),
        row.json(row.dice.oneOf([{ report }, { failure: { of: 'bug', text: 'x' } }])),
      ],
      ...[row.dice.oneOf([null, row.odd(), 'a'.repeat(64)]), Math.trunc(row.number64()), packed],
    );
  },
  async interruption(row) {
    const text = `INSERT INTO wordhost_games.interruption (id, experiment) VALUES ($1, ${victim})`;
    await row.write(text, row.idOfGame());
  },
  async list(row) {
    await row.write(
      'INSERT INTO wordhost_games.wordlist (sha256, name, packed, bytes) VALUES ($1, $2, $3, $4)',
      ...[row.odd(), row.odd(), Buffer.from(row.odd()), Math.trunc(row.number64())],
    );
  },
  async result(row) {
    const result = row.json(JSON.parse(row.dice.oneOf(row.samples.results)));
    await row.write(
      `UPDATE wordhost_games.game SET result = $1 WHERE experiment = ${victim} AND number = 1`,
      result,
    );
  },
  async definition(row) {
    const text = `UPDATE wordhost_games.file SET canonical = $1 WHERE experiment = ${victim}`;
    await row.write(text, row.json({ wordhost: 1, kind: 'tournament', players: [], seed: 'x' }));
  },
};
