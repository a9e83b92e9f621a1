import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { runMatch } from 'wordhost';
import { readRecord } from 'wordhost/records';
import { expectOk } from '../support/expect-ok.ts';

t.test('A match between two commands is one call, and its record is read by another', async (t) => {
  const folder = t.testdir({});
  const silent = 'echo ready; cat >/dev/null';
  const result = await runMatch({
    game: 'boggle',
    players: [silent, silent],
    options: { time: '50ms' },
    seed: 'library',
    record: folder,
  });
  t.match(result, { outcome: 'draw', seed: 'library', players: [{ score: 0 }, { score: 0 }] });
  const record = expectOk(readRecord(join(folder, `${result.id}.jsonl`)));
  t.equal(record.header.id, result.id);
  t.strictSame(record.result, JSON.parse(JSON.stringify(result)));
});

t.test('What cannot be played is said before anything is started', async (t) => {
  const players = ['./no-such-bot'];
  await t.rejects(runMatch({ game: 'bogle' as 'boggle', players }), {
    message: /^unknown game bogle: expected/,
  });
  await t.rejects(runMatch({ game: 'boggle', players, options: { tim: '1s' } }), {
    message: 'options: boggle has no option tim; did you mean time?',
  });
  await t.rejects(runMatch({ game: 'boggle', players, options: { sandbox: 'off' } }), {
    message: /^options: boggle has no option sandbox; it has rules, time, /,
  });
  await t.rejects(runMatch({ game: 'boggle', players, options: { time: '1' } }), {
    message: /^options: time: .*time.*unit/,
  });
  await t.rejects(runMatch({ game: 'boggle' } as never), { message: /^players: .*; got nothing$/ });
  await t.rejects(runMatch({ game: 'boggle', players: './bot' as never }), {
    message: 'players: expected a list of commands; got "./bot"',
  });
  await t.rejects(runMatch({ game: 'boggle', players, dictionary: '/none' }), { message: /no such file/ });
});

t.test('A record that cannot be written loses no result', (t) => {
  const program = `
    import { RecordFailure, runMatch } from 'wordhost';
    const players = Array(2).fill('echo ready; cat >/dev/null');
    const match = { game: 'boggle', players, options: { time: '50ms' }, record: process.argv[1] };
    const error = await runMatch(match).catch((error) => error);
    console.log(JSON.stringify([error instanceof RecordFailure, error.message, error.result]));`;
  const node = [process.execPath, '--conditions=wordhost-source', '--input-type=module', '-e', program];
  const limited = ['-c', 'ulimit -f 1; exec "$@"', 'sh', ...node, join(t.testdir({}), 'new')];
  const { stdout, stderr } = spawnSync('/bin/sh', limited, { encoding: 'utf8' });
  t.match(stderr, '');
  t.match(JSON.parse(stdout), [
    true,
    /^cannot write .*new.*jsonl: /,
    { outcome: 'draw', players: [{ score: 0 }, { score: 0 }] },
  ]);
  t.end();
});
