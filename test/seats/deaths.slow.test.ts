import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import { compiledSources } from '../support/caches.ts';
import { killHosts, killWhileOneWaitsInTheKernel, tryWhatIsNotPromised } from './kill-hosts.ts';
import { randomKills } from './random-kills.ts';
import { carriersOfGame, triedLevels, until } from './sitting.ts';

t.test('host death', async (t) => {
  const program = join(import.meta.dirname, 'host-program.ts');
  const node = [
    process.execPath,
    '--conditions=wordhost-source',
    '--disable-warning=ExperimentalWarning',
    program,
  ];

  const scratch = t.testdir({});
  /** What a reaper has of its host's environment is the PATH: it tells ours from others on the machine. */
  const environment = {
    ...process.env,
    ...compiledSources,
    TMPDIR: scratch,
    PATH: `${process.env.PATH}:${scratch}`,
  };

  interface Host {
    readonly child: ChildProcess;
    readonly game: string;
    output: string;
  }

  let games = 0;

  function startHost(
    level: string,
    act: string,
    commands: readonly string[],
    before: readonly string[] = [],
  ): Host {
    const game = `host-${process.pid}-${++games}`;
    const [file = '', ...rest] = [...before, ...node, level, game, act, ...commands];
    const child = spawn(file, rest, { stdio: ['pipe', 'pipe', 'pipe'], env: environment });
    const host: Host = { child, game, output: '' };
    for (const stream of [child.stdout, child.stderr]) stream!.on('data', (bytes) => (host.output += bytes));
    return host;
  }

  /** Tells it to end as soon as it has said this, unless it has ended before. */
  async function endAfter(host: Host, said: string): Promise<void> {
    const closed = once(host.child, 'close');
    await until(
      () => host.output.includes(said) || host.child.exitCode !== null,
      () => `${said}: ${host.output}`,
    );
    host.child.stdin!.on('error', () => {}).end('end\n');
    await closed;
  }

  for (const { level, skip } of triedLevels)
    t.test(
      `the host ends on the level ${level}`,
      { skip: level === 'off' ? 'nothing is promised there' : skip },
      async (t) => {
        t.test('a host that ends well leaves nothing, its reaper neither', async (t) => {
          const host = startHost(level, 'end-when-told', ['echo on; sleep 1000', 'exit 3']);
          if (level === 'process') await until(() => reapers().length > 0, 'a reaper');
          await endAfter(host, 'read on');
          t.equal(host.child.exitCode, 0, host.output);
          t.match(host.output, /ended .* 0\n/);
          t.same(carriersOfGame(host.game), []);
          await until(() => reapers().length === 0, 'the reaper to go');
        });

        t.test('standard error is passed on in lines that say whose they are', async (t) => {
          const host = startHost(level, 'end-with-player', [
            'printf "one\\ntw" >&2; sleep 0.01; printf "o\\nthree" >&2',
          ]);
          await once(host.child, 'close');
          t.same(host.output.match(/^bot1: .*$/gm), ['bot1: one', 'bot1: two', 'bot1: three']);
        });

        t.test('few descriptors: no player is charged, the host fails, and nobody is left', async (t) => {
          const limited = ['/bin/sh', '-c', 'ulimit -n 64; exec "$@"', 'limited'];
          const host = startHost(level, 'wait', new Array<string>(20).fill('echo on; read x'), limited);
          const [code] = await once(host.child, 'close');
          t.equal(code, 1);
          t.match(host.output, /VoidMatch.*: cannot start player \d+: .*files open/);
          t.notMatch(host.output, /gone/);
          await until(() => carriersOfGame(host.game).length === 0, 'all to be gone');
        });

        t.test(
          "a Ctrl-C at the terminal is the host's alone",
          { skip: !findProgram('script') && 'no script(1) here' },
          async (t) => {
            const folder = t.testdir({});
            const players = [
              `trap 'echo hit >${folder}/hit' INT TSTP HUP; echo on; while :; do sleep 0.01; done`,
            ];
            const quoted = [...node, level, 'terminal', 'wait', ...players].map(
              (word) => `'${word.replaceAll("'", "'\\''")}'`,
            );
            const child = spawn('script', ['-qec', quoted.join(' '), '/dev/null'], {
              stdio: ['pipe', 'pipe', 'inherit'],
            });
            let output = '';
            child.stdout.on('data', (bytes) => (output += bytes));
            await until(
              () => output.includes('read on'),
              () => `a player: ${output}`,
            );
            child.stdin.write('\x03');
            await once(child, 'exit');
            t.match(output, /interrupted[\s\S]*SIGTERM[\s\S]*ended SIGTERM 0/);
            t.same(readdirSync(folder), []);
            t.same(carriersOfGame('terminal'), []);
          },
        );
      },
    );

  t.test('on a machine without namespaces players are held as processes', async (t) => {
    const bin = t.testdir({});
    for (const program of ['sh', 'sleep']) symlinkSync(findProgram(program)!, join(bin, program));
    const poor = ['env', `PATH=${bin}`];
    const host = startHost('auto', 'end-when-told', ['echo on; sleep 1000'], poor);
    await endAfter(host, 'read on');
    t.match(host.output, /^opened process$/m);
    t.match(host.output, /^ended SIGTERM 0$/m);
    const strict = startHost('bubblewrap', 'end-when-told', ['echo on; sleep 1000'], poor);
    await endAfter(strict, 'read on');
    t.match(
      strict.output,
      /HostFailure.*: cannot start players: the sandbox bubblewrap does not work .*: cannot find the program bwrap/,
    );
  });

  t.test('players need no folder for temporary files, and no program but the shell', async (t) => {
    const poor = ['env', `PATH=${t.testdir({})}`, 'TMPDIR=/no/such/folder'];
    const host = startHost('auto', 'end-when-told', ['echo on; read x'], poor);
    await endAfter(host, 'read on');
    t.match(host.output, /read on/);
  });

  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'env', 'TMPDIR=/tmp'];
  const cannotBeNobody =
    (process.getuid!() !== 0 ||
      !findProgram('setpriv') ||
      spawnSync(asNobody[0]!, [...asNobody.slice(1), 'cat', program]).status !== 0) &&
    'only root can become nobody, where nobody can read this checkout';

  for (const { level, skip } of triedLevels)
    t.test(`the level ${level} without being root`, { skip: cannotBeNobody || skip }, async (t) => {
      const command = '(setsid sleep 1000 &); id -u; cat /dev/stdin';
      const host = startHost(level, 'end-when-told', [command], asNobody);
      await endAfter(host, 'read 65534');
      const [unworkable] = /not work.*machine/.exec(host.output) ?? [];
      if (unworkable !== undefined) return void t.pass('a sandbox for nobody', { skip: unworkable });
      t.match(host.output, /^1 read 65534$/m);
      t.match(host.output, /^1 SIGTERM$/m);
      t.match(host.output, /^ended SIGTERM 0$/m);
      t.same(carriersOfGame(host.game), []);
    });

  function reapers(): string[] {
    const isReaper = (pid: string) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(scratch);
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('\0reaper\0');
      } catch {
        return false;
      }
    };
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isReaper(name));
  }
});

await killHosts({ starts: 12, peels: 5 });
await killWhileOneWaitsInTheKernel();
await tryWhatIsNotPromised();

await randomKills(12);
