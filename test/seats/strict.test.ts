import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { cacheHome } from '../../host/files/cache.ts';
import type { ProcessOptions } from '../../host/seats/process/process-options.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { leastRequest } from '../../host/seats/process/sandbox/sandbox.ts';
import { contains } from '../../host/seats/process/sandbox/strict.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import { compiledSources } from '../support/caches.ts';
import { until } from '../support/until.ts';
import { carriersOfGame, hostingFor, seatOne, sit } from './sitting.ts';

// Node hands it to every process that it starts, whatever environment that shall have.
delete process.env.NODE_V8_COVERAGE;

t.test('strict seats', async (t) => {
  const sandbox = await probeSandbox('strict');
  const skip = 'problem' in sandbox ? sandbox.problem : false;

  /** What this prints, held. */
  async function run(command: string, changes: Partial<ProcessOptions> = {}): Promise<string> {
    await using sitting = await seatOne('strict', `exec 2>&1\n${command}\necho .`, changes);
    await sitting.player.gone();
    const { survivors, stderr } = await sitting.player.ending();
    if (survivors > 0 || !sitting.player.text.endsWith('.\n'))
      throw new Error(`${survivors} survivors; ${stderr}`);
    return sitting.player.text.slice(0, -2);
  }

  const folder = t.testdir({
    bots: { 'mine.txt': 'mine\n' },
    elsewhere: { 'secret.txt': 'secret\n' },
    out: {},
    pipes: {},
  });
  chmodSync(join(folder, 'out'), 0o777);
  const cwd = join(folder, 'bots');
  const secret = join(folder, 'elsewhere', 'secret.txt');
  const out = join(folder, 'out');

  t.test('files', { skip }, async (t) => {
    t.test('a player reads the working directory, and what it is shown', async (t) => {
      t.equal(await run('pwd; cat mine.txt', { cwd }), `${cwd}\nmine\n`);
      const strict = { ...leastRequest, readable: [join(folder, 'elsewhere')] };
      t.equal(
        await run(`cat '${secret}'; (echo x >>'${secret}') 2>/dev/null || echo no`, { cwd, strict }),
        'secret\nno\n',
      );
    });

    t.test('a player sees no home, and nothing else outside', async (t) => {
      for (const place of [secret, '/var/log', '/sys', join(folder, 'out')])
        t.match(
          await run(`ls -d '${place}'/. || ls '${place}'`, { cwd }),
          /No such file|cannot access|^$/,
          place,
        );
      t.notMatch(await run('cat /etc/shadow', { cwd }), 'root:');
      // What a player needs may lie in a home, as a clone does: then it sees the way there, and nothing beside it.
      const needed = [cwd, process.execPath, cacheHome(process.env) ?? ''];
      for (const home of new Set(['/home', '/root', homedir()])) {
        const entries = (await run(`ls -A '${home}' 2>/dev/null`, { cwd })).split('\n').filter(Boolean);
        const beside = entries.filter((entry) => !needed.some((path) => contains(join(home, entry), path)));
        t.strictSame(beside, [], home);
      }
    });

    t.test('a player writes nowhere but where it may, and to a /tmp of its own', async (t) => {
      // What lies between /tmp and the working directory, if that is where it is, is the player's own /tmp.
      const above = cwd.startsWith('/tmp/') ? [] : [join(cwd, '..')];
      const places = ['/', '/usr', '/etc', '/dev', cwd, ...above];
      const tries = places
        .map((place) => `(echo x >'${place}/written') 2>/dev/null && echo '${place}'`)
        .join('\n');
      t.equal(await run(tries, { cwd }), '');
      t.equal(await run(`(echo x >>mine.txt) 2>/dev/null || echo no`, { cwd }), 'no\n');
      t.equal(
        await run(`echo x >'${out}/file' && echo yes`, { cwd, strict: { ...leastRequest, writable: [out] } }),
        'yes\n',
      );
      t.equal(readFileSync(join(out, 'file'), 'utf8'), 'x\n');
      t.equal(await run(`echo x >/tmp/of-mine-${process.pid} && cat /tmp/of-mine-*`, { cwd }), 'x\n');
      t.notOk(existsSync(`/tmp/of-mine-${process.pid}`));
    });

    t.test('a player cannot fill the disk: /tmp and each file have 64 MiB', async (t) => {
      const fill = 'for n in 1 2 3; do head -c 40000000 /dev/zero >/tmp/$n; done; du -skx /tmp | cut -f1';
      const kilobytes = Number((await run(fill, { cwd })).trim().split('\n').at(-1));
      t.ok(kilobytes > 50_000 && kilobytes <= 65_536, `${kilobytes} KiB`);
      const strict = { ...leastRequest, writable: [out] };
      const large = await run(
        `(head -c 80000000 /dev/zero >'${out}/large'); wc -c <'${out}/large'; rm '${out}/large'`,
        { cwd, strict },
      );
      t.match(large, /^67108864$/m);
    });
  });

  t.test("the host's own files", { skip }, async (t) => {
    const place = t.testdir({
      records: { 'game.jsonl': 'seed\n' },
      'events.jsonl': 'seed\n',
      'bot.txt': 'bot\n',
    });
    const hidden = [join(place, 'records'), join(place, 'events.jsonl'), '/dev/null'];

    t.test('records are hidden in what a player sees', async (t) => {
      const look =
        'cat bot.txt; cat events.jsonl records/* 2>/dev/null; (echo x >records/x) 2>/dev/null || echo no';
      for (const request of [{}, { readable: [place] }, { writable: [place] }, { readable: [hidden[0]!] }]) {
        const strict = { ...leastRequest, ...request, hidden };
        t.equal(await run(look, { cwd: place, strict }), 'bot\nno\n');
      }
      t.equal(readFileSync(join(place, 'events.jsonl'), 'utf8'), 'seed\n');
    });

    t.test('under another name they are hidden too', async (t) => {
      const link = join(t.testdir({}), 'link');
      symlinkSync(place, link);
      const strict = { ...leastRequest, readable: [link], hidden };
      t.equal(
        await run(`cat '${link}/bot.txt' '${link}/'*/* '${link}/events.jsonl' 2>/dev/null`, { cwd, strict }),
        'bot\n',
      );
    });
  });

  t.test('a player has its three streams, and no other descriptor of the host', { skip }, async (t) => {
    const found = (await run('ls -l /proc/$$/fd', { cwd })).matchAll(/ (\d+) -> (.*)$/gm);
    const own = [...found].filter(([, , place]) => place !== '/dev/null').map(([, descriptor]) => descriptor);
    t.same(own, ['0', '1', '2']);
  });

  t.test('the devices are harmless, and no terminal is among them', { skip }, async (t) => {
    const list = 'for it in /dev/* /dev/pts/*; do [ ! -b $it ] && [ ! -c $it ] || echo $it; done';
    const found = await run(`${list}; (: </dev/tty) 2>/dev/null || echo no terminal`, { cwd });
    const harmless = ['full', 'null', 'ptmx', 'random', 'tty', 'urandom', 'zero', 'pts/ptmx'];
    t.same(found.trim().split('\n'), [...harmless.map((name) => `/dev/${name}`), 'no terminal']);
  });

  t.test('system calls that are not on the list are refused', { skip: skip || noCompiler }, async (t) => {
    const source = join(import.meta.dirname, 'across-namespaces.c');
    const binary = compiled(source, cwd);
    const unknown = ['clone3', 'a call of the future'];
    const own = 'class of batch work: done';
    const answersOf = (text: string) => text.trim().split('\n');
    const all = answersOf(await run(`'${binary}'`, { cwd }));
    t.ok(all.includes(own), 'the class that it is in is no other');
    const answers = all.filter((answer) => answer !== own);
    t.equal(answers.length, 17);
    for (const answer of answers)
      t.match(answer, unknown.some((call) => answer.startsWith(call)) ? /: no such call$/ : /: refused$/);
    const strict = { ...leastRequest, network: true };
    const sockets = /^(vsock|crypto socket): (done|failed)$/;
    const withNetwork = answersOf(await run(`'${binary}'`, { cwd, strict }));
    for (const answer of withNetwork.filter((each) => each !== own))
      t.match(answer, /socket|vsock/.test(answer) ? sockets : /: (refused|no such call)$/);
  });

  const asI386 =
    process.arch === 'x64' && !noCompiler && compiled(join(import.meta.dirname, 'calls-as-i386.c'), cwd);
  const noI386 = (!asI386 || spawnSync(asI386).status !== 0) && 'this system knows no calls of i386';
  t.test('the numbers of another processor lead around nothing', { skip: skip || noI386 }, async (t) => {
    const answers = (await run(`'${asI386}'`, { cwd })).trim().split('\n');
    t.same(answers, [
      'getpid: let through',
      'mount: refused',
      'keyctl: refused',
      'sched_setscheduler: refused',
      'io_uring_setup: refused',
      'socketcall: refused',
      'clone3: no such call',
      'a call of the future: no such call',
    ]);
  });

  t.test('a player makes no namespaces of its own', { skip }, async (t) => {
    t.equal(await run('unshare --user true 2>/dev/null || echo refused', { cwd }), 'refused\n');
  });

  t.test('the network is out of reach, unless it is given back', { skip }, async (t) => {
    const server = createServer((socket) => void socket.end('reached\n'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    const connect = `NODE_OPTIONS= '${process.execPath}' -e 'require("net").connect(${port}, "127.0.0.1").on("error", () => console.log("refused")).pipe(process.stdout)'`;
    t.equal(await run(connect, { cwd }), 'refused\n');
    t.equal(await run(connect, { cwd, strict: { ...leastRequest, network: true } }), 'reached\n');
    server.close();
  });

  t.test('environment', { skip }, async (t) => {
    t.test('a player has these variables with these values, and no other', async (t) => {
      const ours = [
        'OLDPWD',
        'SHLVL',
        '_',
        'CDPATH',
        'ENV',
        'BASH_ENV',
        'XDG_CONFIG_HOME',
        'SSH_AUTH_SOCK',
        'NAME',
      ];
      const before = { ...process.env };
      for (const name of ours) process.env[name] = '/of-the-host';
      const passed = Object.entries(process.env).filter(([name]) =>
        /^(PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM)$/.test(name),
      );
      const environment = () => ({ WORDHOST_PLAYERS: '2' });
      const changes = { cwd, environment, variables: { ADDED: 'a b' } };
      const look = 'cat /proc/self/environ';
      try {
        for (const command of [look, `${look}; :`]) {
          await using sitting = await seatOne('strict', command, changes);
          const { player, game } = sitting;
          await player.gone();
          const found = Object.fromEntries(
            player.text
              .split('\0')
              .filter((line) => line !== '')
              .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
          );
          t.notMatch(player.text, 'of-the-host');
          // Bash sets these itself, whatever it was given.
          const { SHLVL, _, ...others } = found;
          // The mark for the reaper, which root needs.
          const { WORDHOST_RUN } = found;
          t.same(others, {
            ...(process.getuid!() === 0 && { WORDHOST_RUN }),
            ...Object.fromEntries(passed),
            ...{ HOME: '/tmp', TMPDIR: '/tmp', PWD: cwd, PYTHONUNBUFFERED: '1', ADDED: 'a b' },
            ...{ WORDHOST_PLAYERS: '2', WORDHOST_GAME: game, WORDHOST_SEAT: '1' },
          });
        }
      } finally {
        for (const name of ours) delete process.env[name];
        Object.assign(process.env, before);
      }
    });

    t.test("the host's own environment is nowhere to be read", async (t) => {
      process.env.SOME_SECRET = 'token-of-the-host';
      const look = await run(
        'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -c token-of-the-host',
        { cwd },
      );
      delete process.env.SOME_SECRET;
      t.equal(look, '0\n');
    });
  });

  t.test('rights', { skip }, async (t) => {
    t.test('a player is not root, has no capabilities and gains none', async (t) => {
      t.not(await run('id -u', { cwd }), '0\n');
      if (process.getuid!() === 0) t.equal(await run('id -u; id -G', { cwd }), '65534\n65534\n');
      const status = await run("grep -E '^(Cap...|NoNewPrivs):' /proc/self/status", { cwd });
      for (const name of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb'])
        t.match(status, new RegExp(`${name}:\t0+\n`));
      t.match(status, /NoNewPrivs:\t1/);
    });

    t.test('limits are set inside', async (t) => {
      const limits = await run('cat /proc/self/limits', { cwd });
      t.match(limits, /Max processes +128 +128 /);
      t.match(limits, /Max open files +256 +256 /);
      t.match(limits, /Max pending signals +1024 +1024 /);
      t.match(limits, /Max core file size +0 +0 /);
      t.match(limits, /Max file size +67108864 +67108864 /);
    });

    t.test('a fork bomb has an end, disturbs no other player, and is gone afterwards', async (t) => {
      const bomb =
        'bomb() { bomb | bomb & }; trap "" TERM; (bomb) 2>/dev/null; echo on; while :; do read line; done';
      const other = 'while read line; do (echo "$line"); done';
      const hosting = hostingFor('strict', { cwd, graceNs: 2e8 });
      await using sitting = await sit(hosting, bomb, other);
      const [bomber, neighbour] = sitting.players;
      await bomber!.says('on\n');
      const most = carriersOfGame(sitting.game).length;
      t.ok(most < 160, `${most} processes`);
      neighbour!.seat.send('still here\n');
      await neighbour!.says('still here\n');
      t.equal((await bomber!.ending()).survivors, 0);
      t.equal((await neighbour!.ending()).survivors, 0);
      t.same(carriersOfGame(sitting.game), []);
    });
  });

  t.test('a player that handles SIGTERM ends by itself within the grace', { skip }, async (t) => {
    const command = 'trap "exit 7" TERM; echo on; while :; do sleep 0.02; done';
    await using sitting = await seatOne('strict', command, { cwd });
    await sitting.player.says('on\n');
    t.match(await sitting.player.ending(), { code: 7, signal: null, killed: false, survivors: 0 });
  });

  t.test('a player that ignores SIGTERM is killed after the grace', { skip }, async (t) => {
    const command = 'trap "" TERM; echo on; while :; do sleep 0.02; done';
    await using sitting = await seatOne('strict', command, { cwd, graceNs: 2e8 });
    await sitting.player.says('on\n');
    t.match(await sitting.player.ending(), { killed: true, survivors: 0 });
  });

  t.test('the other player', { skip }, async (t) => {
    t.test('kill -9 -1 ends only the one that does it', async (t) => {
      await using sitting = await sit(hostingFor('strict', { cwd }), 'kill -9 -1', 'read line; echo "$line"');
      const [killer, other] = sitting.players;
      t.equal((await killer!.gone()).cause, 'crashed');
      other!.seat.send('alive\n');
      await other!.says('alive\n');
    });

    const oneUser = process.getuid!() !== 0 && 'for all but root, players are one user';
    t.test('one player takes all that its user may have', { skip: oneUser || noCompiler }, async (t) => {
      const binary = compiled(join(import.meta.dirname, 'takes-quotas.c'), cwd);
      const other = `read line; '${binary}' one`;
      await using sitting = await sit(hostingFor('strict', { cwd }), `'${binary}' all`, other);
      const [taker, needy] = sitting.players;
      await taker!.says('taken\n');
      needy!.seat.send('now\n');
      await needy!.says('taken\n');
      t.equal(needy!.text, 'pipe: there\nwatch: there\nsignal: there\ntaken\n');
    });

    t.test("a player finds neither the other's pipes nor its processes", async (t) => {
      const intruder = `exec 2>&1
for fd in /proc/[0-9]*/fd/*; do [ -p "$fd" ] && [ -w "$fd" ] && (echo intruded >"$fd") 2>/dev/null; done
grep -zh ^WORDHOST_SEAT= /proc/[0-9]*/environ | tr '\\0' '\\n' | sort -u
ls -d /tmp/wordhost-*/* "\${WORDHOST_HOST_TMP:-/tmp}"/wordhost-*/* 2>/dev/null | sed 's|.*/||' | sort -u; echo .`;
      await using sitting = await sit(
        hostingFor('strict', { cwd }),
        intruder,
        'echo mine; read line; echo "$line"',
      );
      const [first, second] = sitting.players;
      await first!.says('.\n');
      second!.seat.send('end\n');
      await second!.says('end\n');
      t.equal(second!.text, 'mine\nend\n');
      const seen = first!.text.split('\n').filter((line) => line !== 'intruded');
      t.same(
        seen.filter((line) => line.startsWith('WORDHOST_SEAT')),
        ['WORDHOST_SEAT=1'],
      );
      t.same(
        seen.filter((line) => /^2\./.test(line)),
        [],
      );
    });

    t.test('standard streams can be opened by name', async (t) => {
      await using sitting = await seatOne(
        'strict',
        'echo out >/dev/stdout; echo err >/dev/stderr; cat /dev/stdin',
        { cwd },
      );
      sitting.player.seat.send('over\n');
      await sitting.player.says('out\nover\n');
      t.equal((await sitting.player.ending()).stderr, 'err\n');
    });
  });

  t.test('a command that is hidden is answered with the option that shows it', { skip }, async (t) => {
    const elsewhere = t.testdir({ program: '#!/bin/sh\nexit 3\n' });
    const hidden = join(elsewhere, 'program');
    chmodSync(hidden, 0o755);
    chmodSync(elsewhere, 0o755);
    symlinkSync(hidden, join(cwd, 'link'));
    const readable = { strict: { ...leastRequest, readable: [elsewhere] } };
    const strictHides = (path: string) =>
      `--sandbox strict hides ${path} from the player. To show it, use --readable ${elsewhere}`;
    const cases: readonly (readonly [string, number, string | undefined, Partial<ProcessOptions>?])[] = [
      [`'${hidden}'`, 127, strictHides(hidden)],
      [`sh ${hidden}`, 2, strictHides(hidden)],
      [`ls -d ${elsewhere}`, 2, strictHides(elsewhere)],
      [`sh ${hidden}`, 3, undefined, readable],
      ['ls -d /etc/passwd; exit 3', 3, undefined],
      [
        './mine.txt',
        126,
        './mine.txt is not executable: add a first line such as #!/usr/bin/env python3, then chmod +x ./mine.txt',
      ],
    ];
    for (const [command, code, problem, changes] of cases) {
      await using sitting = await seatOne('strict', command, { cwd, ...changes });
      const gone = await sitting.player.gone();
      t.equal(gone.code, code, command);
      t.equal(gone.problem, problem, command);
    }
    await using other = await seatOne('strict', 'exit 3', { cwd });
    t.equal((await other.player.gone()).problem, undefined);
  });

  const program = join(import.meta.dirname, 'host-program.ts');
  const node = [
    process.execPath,
    '--conditions=wordhost-source',
    '--disable-warning=ExperimentalWarning',
    program,
  ];
  const environment = { ...process.env, ...compiledSources, TMPDIR: join(folder, 'pipes') };
  const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'env', 'TMPDIR=/tmp'];
  const cannotBeNobody =
    (process.getuid!() !== 0 ||
      spawnSync(asNobody[0]!, [...asNobody.slice(1), 'cat', program]).status !== 0) &&
    'only root can become nobody, where nobody can read this checkout';

  t.test('strict for a host that is not root', { skip: cannotBeNobody || skip }, async (t) => {
    const look = `id -u; cat mine.txt; grep NoNewPrivs /proc/self/status; (echo >x) 2>/dev/null || echo no; cat '${secret}' || echo hidden; (setsid sleep 1000 &); cat /dev/stdin`;
    const game = `strict-nobody-${process.pid}`;
    const [file = '', ...rest] = [...asNobody, ...node, 'strict', game, 'end-when-told', look];
    const child = spawn(file, rest, { stdio: ['pipe', 'pipe', 'pipe'], env: environment, cwd });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
    const closed = once(child, 'close');
    await until(
      () => output.includes('hidden') || child.exitCode !== null,
      () => `what it sees: ${output}`,
    );
    child.stdin.on('error', () => {}).end('end\n');
    await closed;
    const [unworkable] = /not work.*machine/.exec(output) ?? [];
    if (unworkable !== undefined) return void t.pass('a sandbox for nobody', { skip: unworkable });
    for (const line of ['65534', 'mine', 'NoNewPrivs:\t1', 'no', 'hidden', '1 SIGTERM', 'ended SIGTERM 0'])
      t.match(output, line);
    t.same(carriersOfGame(game), []);
  });

  t.test('a working directory that is written to is no other', { skip }, async (t) => {
    const place = t.testdir({});
    chmodSync(place, 0o777);
    writeFileSync(join(place, 'here'), 'here\n');
    t.equal(
      await run('cat here; echo x >there && echo yes', {
        cwd: place,
        strict: { ...leastRequest, writable: [place] },
      }),
      'here\nyes\n',
    );
  });
});
