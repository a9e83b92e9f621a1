import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import { version } from '../../host/core/version.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { boggleOptions } from '../../host/games/boggle/options.ts';
import { LocalExecutor } from '../../host/runs/executor.ts';
import { seriesExperiment } from '../../host/runs/series.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { run } from '../cli/wordhost.ts';
import { lexiconWith } from '../games/table.ts';
import { playGames } from '../support/play-games.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const bot = 'echo ready; echo done; cat > /dev/null\n';
const cwd = t.testdir({ 'a b': { 'bot.sh': bot, 'net one.bin': 'net' }, c: { 'bot.sh': `# c\n${bot}` } });

t.test('each game of a series has the hashes of what it was played with', async (t) => {
  const entries = ['one', 'two'].map((name) => ({ name, command: `sh bot.sh --net='net one.bin'` }));
  const openSeats = processSeats({
    sandbox: 'process',
    shell: '/bin/sh',
    cwd: join(cwd, 'a b'),
    graceNs: seconds(20),
    unreadCap: 2 ** 20,
    stderr: 'discard',
    commandFolder: undefined,
    own: new Map([['two', { cwd: join(cwd, 'c') }]]),
  });
  const series = playGames(
    seriesExperiment({
      game: boggle,
      options: settleOptions(boggleOptions, []),
      lexicon: lexiconWith(['AAA']),
      seed: 'files',
      limits: { readyTimeout: seconds(30), gameTimeout: 0 },
      games: 3,
      rotate: true,
      rejudges: 0,
      entries,
    }),
    { executor: new LocalExecutor({ openSeats }) },
  );
  const played: unknown[] = [];
  for await (const game of series) {
    if (!('report' in game)) throw game.failure;
    const byEntry = game.report.result.players.toSorted((one, other) => one.entry - other.entry);
    played.push(byEntry.map(({ files }) => files));
    if (game.game === 1) writeFileSync(join(cwd, 'a b', 'bot.sh'), `# new\n${bot}`);
  }
  const net = { file: 'net one.bin', sha256: hashOf('net') };
  const old = { file: 'bot.sh', sha256: hashOf(bot) };
  const fresh = { file: 'bot.sh', sha256: hashOf(`# new\n${bot}`) };
  const other = { file: 'bot.sh', sha256: hashOf(`# c\n${bot}`) };
  t.same(played, [
    [[old, net], [other]],
    [[fresh, net], [other]],
    [[fresh, net], [other]],
  ]);
});

t.test('result and record have them, and verify wherever the files are', async (t) => {
  const commands = ["sh 'a b/bot.sh'", 'wordhost player boggle --level few'];
  const game = ['boggle', '--seed', '1', '--time', '1s', '--events', 'game.jsonl', '--json', '--quiet'];
  const { stdout } = await run([...game, ...commands], { cwd });
  const { players } = JSON.parse(stdout) as { readonly players: readonly { readonly files?: unknown }[] };
  const files = [{ file: 'a b/bot.sh', sha256: hashOf(readFileSync(join(cwd, 'a b', 'bot.sh'), 'utf8')) }];
  t.same(
    players.map((player) => player.files),
    [files, [{ file: 'wordhost', sha256: null, version }]],
  );
  writeFileSync(join(cwd, 'a b', 'bot.sh'), 'exit 1\n');
  t.match(await run(['replay', '--verify', 'game.jsonl'], { cwd }), { status: 0, stdout: /verified/ });
  const record = readFileSync(join(cwd, 'game.jsonl'), 'utf8');
  writeFileSync(
    join(cwd, 'forged.jsonl'),
    record.replace(`"sha256":"${files[0]!.sha256}"`, `"sha256":"${'0'.repeat(64)}"`),
  );
  t.match(await run(['replay', '--verify', 'forged.jsonl'], { cwd }), { status: 1 });
});

t.test('a run says once that a player has changed in it', async (t) => {
  const learns = '[ -e c/new ] || { echo x >> c/net; : > c/new; }';
  const bot = `echo ready; while read -r word rest; do case $word in start) ${learns} ;; esac; done`;
  writeFileSync(join(cwd, 'c', 'learns.sh'), bot);
  writeFileSync(join(cwd, 'c', 'net'), 'net');
  const commands = ['sh c/learns.sh c/net', 'sh c/learns.sh'];
  const series = ['boggle', '--games', '3', '--time', '100ms', '--seed', '1'];
  const { stderr } = await run([...series, ...commands], { cwd });
  const notes = stderr.split('\n').filter((line) => line.startsWith('note:'));
  const why = 'has changed since the first game: the results come from more than one version';
  t.same(notes, [`note: player 1 (${commands[0]}): c/net ${why}`], stderr);
});
