import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { letterA, patient, quick } from '../cli/letter-a.ts';
import { binary, resultsOf } from '../cli/wordhost.ts';

const script = join(import.meta.dirname, '..', '..', 'examples', 'ci', 'match.sh');
const cwd = t.testdir({
  ...letterA,
  'wordhost.json': JSON.stringify({ dictionary: 'words.txt', bunch: 'last-bunch', hand: 3 }),
});

function match(bots: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const env = {
    ...process.env,
    WORDHOST_OPT_CONFIG: 'wordhost.json',
    WORDHOST: `${process.execPath} ${binary}`,
    GAMES: '2',
    SEED: '1',
    ...settings,
  };
  return spawnSync('sh', [script, ...bots], { cwd, env, encoding: 'utf8' });
}

t.test('a match that the new bot wins passes', async (t) => {
  const { status, stdout, stderr } = match([quick, patient], { RECORDS: 'records' });
  t.equal(status, 0, stderr);
  t.equal(stdout, 'new: won 2 of 2\nold: won 0 of 2\nresults: results.jsonl (exit status 0)\n');
  const results = resultsOf({ stdout: readFileSync(join(cwd, 'results.jsonl'), 'utf8') });
  t.match(
    results,
    [
      { outcome: 'won', winner: 1 },
      { outcome: 'won', winner: 2 },
    ],
    'seats are rotated',
  );
});

t.test('a match that the new bot loses fails, and says which condition', async (t) => {
  const { status, stdout, stderr } = match([patient, quick], { RESULTS: 'lost.jsonl' });
  t.equal(status, 1);
  t.match(stderr, /--require games\.1>=50% does not hold: it was 0% of 2 games/);
  t.match(stdout, /^new: won 0 of 2\nold: won 2 of 2\nresults: lost\.jsonl \(exit status 1\)\n$/);
});

t.test('an offence fails it, whoever wins', async (t) => {
  const { status, stdout, stderr } = match(['printf x; exec sleep 60', patient], { REQUIRE: 'games.1>=0' });
  t.equal(status, 1);
  t.match(stdout, /^new: won 0 of 2; protocol\/byte\nold: won 2 of 2\n/);
  t.match(stderr, /protocol \(byte\)/);
});

t.test('a mistake in its settings plays nothing', async (t) => {
  const { status, stderr } = match([quick, patient], { GAMES: 'many' });
  t.equal(status, 2);
  t.match(stderr, /--games: expected a whole number/);
  t.equal(match([quick]).status, 2, 'one bot alone');
});

t.test('the summary is of whole results, and there is none where nothing was played', async (t) => {
  const result = '{"players":[{"name":"new","outcome":"won"},{"name":"old","outcome":"lost"}]}';
  writeFileSync(join(cwd, 'killed.sh'), `printf '%s\\n' '${result}' '{"play'\nexit 3\n`);
  const killed = match([quick, patient], { WORDHOST: 'sh killed.sh' });
  t.match(killed, { status: 3, stderr: '', stdout: /^new: won 1 of 1\nold: won 0 of 1\nresults: / });
  const missing = match([quick, patient], { WORDHOST: 'no-such-wordhost' });
  t.match(missing, { status: 127, stdout: 'results: results.jsonl (exit status 127)\n' });
});
