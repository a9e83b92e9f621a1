import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { until } from './until.ts';
import { isThere } from './without.ts';

/** Where Debian has its programs; the PATH has but some of them. */
const folders = [
  ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ...(process.env.PATH ?? '').split(delimiter),
];
const programs = folders.find((folder) => globSync(join(folder, '{initdb,postgres}')).length === 2);
const isRoot = process.getuid?.() === 0;

/** Why a test is skipped that needs a server; false where it can be started. */
export function withoutPostgres(): string | false {
  if (programs === undefined) return 'postgres is not installed';
  return isRoot && !isThere('setpriv') ? 'setpriv is not installed, and root cannot run PostgreSQL' : false;
}

/** PostgreSQL refuses to run as root. */
const asNobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];

/** By the way in which each has to log in. */
export const users = ['trusted', 'clear', 'hashed', 'scrammed'] as const;
export const PASSWORD = "p:@/?#' é";

const ACCESS = `local all all trust
host all trusted 127.0.0.1/32 trust
host all admin 127.0.0.1/32 trust
host all clear 127.0.0.1/32 password
host all hashed 127.0.0.1/32 md5
host all scrammed 127.0.0.1/32 scram-sha-256
`;

/** The server ends, and its folder goes, when the process of the test ends, whatever way: its end of the pipe is closed. */
const SCRIPT = `cd "$1" || exit 1
"$2/postgres" -D "$1/data" -c unix_socket_directories="$1" -c listen_addresses=127.0.0.1 -c port="$3" -c fsync=off $4 </dev/null &
server=$!
read -r how
kill "-\${how:-INT}" $server 2>/dev/null
# A test may have stopped it.
kill -CONT $server 2>/dev/null
wait $server
[ "$how" ] || rm -rf "$1"`;

/** A PostgreSQL server of the test, in a folder of its own. */
export class PostgresServer implements AsyncDisposable {
  readonly folder: string;
  readonly port: number;
  #settings: readonly string[];
  #process: ChildProcess | undefined;
  #databases = 0;

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.folder = folder;
    this.port = port;
    this.#settings = settings;
  }

  static async start(...settings: readonly string[]): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'wordhost-postgres-'));
    if (isRoot) execFileSync('chown', ['65534:65534', folder]);
    const data = join(folder, 'data');
    runAsNobody(
      join(programs!, 'initdb'),
      '-D',
      data,
      '-U',
      'admin',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
      '--locale=C.UTF-8',
    );
    writeFileSync(join(data, 'pg_hba.conf'), ACCESS);
    const server = new PostgresServer(folder, await freePort(), settings);
    await server.startAgain();
    for (const user of users)
      server.sql(
        `SET password_encryption = '${user === 'hashed' ? 'md5' : 'scram-sha-256'}'; CREATE ROLE ${user} LOGIN SUPERUSER PASSWORD '${PASSWORD.replaceAll("'", "''")}'`,
      );
    return server;
  }

  /** A database of its own, by an address. */
  emptyDatabase(user = 'trusted'): string {
    const name = `test${++this.#databases}`;
    this.sql(`CREATE DATABASE ${name}`);
    return this.address(name, user);
  }

  address(database: string, user = 'trusted', password?: string): string {
    const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
    return `postgres://${user}${secret}@127.0.0.1:${this.port}/${database}`;
  }

  /** Copies a certificate and its key to where the server may read them, as `cert.pem` and `key.pem`. */
  useTls(certificate: string, key: string): void {
    for (const [name, from] of Object.entries({ 'cert.pem': certificate, 'key.pem': key })) {
      const path = join(this.folder, name);
      copyFileSync(from, path);
      chmodSync(path, 0o600);
      if (isRoot) chownSync(path, 65534, 65534);
    }
  }

  /** In a database, by its name or its address. */
  sql(text: string, place = 'postgres'): string {
    const psql = join(programs!, 'psql');
    const database = URL.canParse(place) ? new URL(place).pathname.slice(1) : place;
    const where = ['-h', this.folder, '-p', String(this.port), '-U', 'admin', '-d', database];
    return execFileSync(psql, [...where, '-qAtX', '-v', 'ON_ERROR_STOP=1', '-c', text], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  async startAgain(...settings: readonly string[]): Promise<void> {
    if (settings.length > 0) this.#settings = settings;
    const more = this.#settings.map((setting) => `-c ${setting}`).join(' ');
    const [program, ...words] = [
      ...asNobody,
      'sh',
      '-c',
      SCRIPT,
      'sh',
      this.folder,
      programs!,
      String(this.port),
      more,
    ];
    this.#process = spawn(program!, words, {
      // A signal to all that belongs to the test must not end what removes the folder.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    });
    let said = '';
    for await (const piece of this.#process.stderr!) {
      said += piece;
      // The shell keeps the pipe open when the server has ended.
      if (/database system is ready to accept connections|FATAL: {2}(?!the database system is)/.test(said))
        break;
    }
    if (!said.includes('is ready')) throw new Error(`PostgreSQL did not start:\n${said}`);
  }

  /** In order, or at once as when its machine fails; it can be started again. */
  async stop(how: 'INT' | 'QUIT'): Promise<void> {
    await this.#end(`${how}\n`);
  }

  /** It answers nothing, and its connections stay open. */
  freeze(): void {
    this.#signalAll('SIGSTOP');
  }

  thaw(): void {
    this.#signalAll('SIGCONT');
  }

  get pid(): number {
    return Number(readFileSync(join(this.folder, 'data', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  get children(): readonly number[] {
    const { pid } = this;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  }

  /** The server stops first, so that it starts no more processes. */
  #signalAll(signal: NodeJS.Signals): readonly number[] {
    process.kill(this.pid, 'SIGSTOP');
    const all = [...this.children, this.pid];
    for (const each of all) process.kill(each, signal);
    return all;
  }

  /** As by the system, with all its processes; it can be started again. */
  async kill(): Promise<void> {
    const killed = this.#signalAll('SIGKILL');
    await this.#end('KILL\n');
    // A new server refuses to start while one of them still has the shared memory.
    await until(
      () => !killed.some((pid) => existsSync(`/proc/${pid}/exe`)),
      () => `the end of the processes of PostgreSQL: ${killed}`,
    );
  }

  async #end(how: string): Promise<void> {
    const process = this.#process!;
    if (process.exitCode !== null) return;
    const ended = once(process, 'exit');
    process.stdin!.end(how);
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end('');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function runAsNobody(...command: readonly string[]): void {
  const [program, ...words] = [...asNobody, ...command];
  execFileSync(program!, words, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
