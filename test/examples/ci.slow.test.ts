import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { parseConfig } from '../../host/settings/config/config-file.ts';
import { letterA, patient, quick } from '../cli/letter-a.ts';
import { binary, resultsOf } from '../cli/wordhost.ts';
import { without } from '../support/without.ts';
import { readJunit } from '../views/reports/consumers.ts';

t.test('match.sh', async (t) => {
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
    t.match(stderr, /--require games\.1>=50% failed: it was 0% of 2 games/);
    t.match(stdout, /^new: won 0 of 2\nold: won 2 of 2\nresults: lost\.jsonl \(exit status 1\)\n$/);
  });

  t.test('a match of another game', async (t) => {
    const settings = {
      GAME: 'boggle',
      RESULTS: 'boggle.jsonl',
      REQUIRE: 'offences=0',
      WORDHOST_OPT_CONFIG: '',
    };
    const done = 'echo ready; while read -r line; do if [ "$line" = start ]; then echo done; fi; done';
    const { status, stderr } = match([done, done], settings);
    t.equal(status, 0, stderr);
    t.match(resultsOf({ stdout: readFileSync(join(cwd, 'boggle.jsonl'), 'utf8') }), [{ game: 'boggle' }]);
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
});

t.test('the files of services', async (t) => {
  type Texts = Readonly<Record<string, string | number>>;

  interface GithubJob {
    readonly env: Texts;
    readonly steps: readonly { readonly name?: string; readonly run?: string; readonly uses?: string }[];
  }

  interface GitlabJob {
    readonly variables: Texts;
    readonly script: readonly string[];
    readonly after_script: readonly string[];
    readonly artifacts: { readonly reports: { readonly junit: string } };
  }

  const examples = join(import.meta.dirname, '..', '..', 'examples');
  const read = async (file: string) => await parseConfig(join(examples, 'ci', file), 'a test');
  const github = (await read('github.yml')) as unknown as { readonly jobs: { readonly play: GithubJob } };
  const gitlab = (await read('gitlab.yml')) as unknown as { readonly bot: GitlabJob };

  const skip = without('awk') || without('python3');

  /** A repository with a bot, and the version before in `old`; in `bin`, a wordhost that notes how it is called. */
  function checkedOut(t: Test): string {
    const cwd = t.testdir({ 'words.txt': 'at\ncat\nta\n', bin: {}, old: {} });
    for (const folder of ['.', 'old'])
      cpSync(join(examples, 'scrabble', 'awk', 'player.awk'), join(cwd, folder, 'bot.awk'));
    const noting = `test "$1" = player || echo "$*" >> '${cwd}/calls'`;
    const shim = `#!/bin/sh\n${noting}\nexec '${process.execPath}' '${binary}' "$@"\n`;
    writeFileSync(join(cwd, 'bin', 'wordhost'), shim, { mode: 0o755 });
    mkdirSync(join(cwd, 'reports'));
    return cwd;
  }

  /** As the service runs it, but with few games. */
  function runScript(cwd: string, script: string, variables: Texts, more: Texts = {}) {
    const short = { GAMES: 2, MOST_GAMES: 2, WORDHOST_OPT_SEED: 1, WORDHOST_OPT_ONLY: 1 };
    const texts = { ...variables, BOT: 'awk -f bot.awk', ...short, ...more };
    const own = Object.entries(texts).map(([name, value]) => [
      name,
      String(value).replace('$CI_PROJECT_DIR', cwd),
    ]);
    const env = { ...process.env, XDG_CACHE_HOME: join(cwd, 'cache'), ...Object.fromEntries(own) };
    env.PATH = `${join(cwd, 'bin')}:${env.PATH}`;
    return spawnSync('bash', ['-e', '-c', script], { cwd, env, encoding: 'utf8' });
  }

  const commandsIn = (scripts: readonly string[]) =>
    scripts.flatMap((script) => [...script.matchAll(/^\s*wordhost (\w+)/gm)].map(([, command]) => command!));

  function callsIn(cwd: string): string[] {
    const calls = readFileSync(join(cwd, 'calls'), 'utf8').trimEnd().split('\n');
    return calls.map((call) => call.split(' ')[0]!);
  }

  function checkReports(t: Test, cwd: string): void {
    const files = readdirSync(join(cwd, 'reports')).filter((file) => file.endsWith('.xml'));
    t.same(files, ['check.xml', 'compare.xml', 'slow.xml']);
    for (const file of files) {
      const { faults, failures, errors } = readJunit(readFileSync(join(cwd, 'reports', file), 'utf8'));
      t.match({ faults, failures, errors }, { faults: [], failures: '0', errors: '0' }, file);
    }
    const [compared] = readJunit(readFileSync(join(cwd, 'reports', 'compare.xml'), 'utf8')).suites;
    for (const player of ['new', 'old'])
      t.match(
        compared!.facts[`sha256 of bot.awk (${player})`],
        /^[\da-f]{64}$/,
        'the report says what was played',
      );
    t.same(readdirSync(join(cwd, 'bad')), [], 'no game was bad');
  }

  t.test('GitHub Actions: each command plays, and each step has its summary', { skip }, async (t) => {
    const cwd = checkedOut(t);
    const { env, steps } = github.jobs.play;
    const scripts = steps.flatMap(({ run }) =>
      run !== undefined && commandsIn([run]).length > 0 ? [run] : [],
    );
    t.equal(scripts.length, 3);
    for (const [index, script] of scripts.entries()) {
      const summary = join(cwd, `summary-${index}`);
      writeFileSync(summary, '');
      const { status, stderr } = runScript(cwd, script, env, { GITHUB_STEP_SUMMARY: summary });
      t.equal(status, 0, stderr);
      t.match(readFileSync(summary, 'utf8'), /^<!-- wordhost -->\n## /);
    }
    t.same(callsIn(cwd), commandsIn(scripts));
    checkReports(t, cwd);
    t.ok(existsSync(join(cwd, 'cache', 'wordhost')), 'the compiled list can be kept');
  });

  t.test(
    'GitHub Actions: a bot that breaks a rule fails its step, and is kept to be looked at',
    { skip },
    async (t) => {
      const cwd = checkedOut(t);
      const { env, steps } = github.jobs.play;
      const summary = join(cwd, 'summary');
      const bad = { BOT: 'echo ready; read -r line; echo boo', GITHUB_STEP_SUMMARY: summary };
      const { run } = steps.find(({ name }) => name === 'Is it slow?')!;
      const { status, stderr } = runScript(cwd, run!, env, bad);
      t.equal(status, 1, stderr);
      const records = readdirSync(join(cwd, 'bad'));
      t.equal(records.length, 2);
      const text = readFileSync(summary, 'utf8');
      t.match(text, /\*\*2 of 2 games went wrong\.\*\*/);
      for (const record of records) t.match(text, `wordhost replay bad/${record}\n`);
    },
  );

  t.test('GitLab CI: each command plays, and its reports are where the job says', { skip }, async (t) => {
    const cwd = checkedOut(t);
    const { variables, script, after_script: after, artifacts } = gitlab.bot;
    const { status, stderr } = runScript(cwd, [...script, ...after].join('\n'), variables);
    t.equal(status, 0, stderr);
    t.same(callsIn(cwd), commandsIn(script));
    t.equal(callsIn(cwd).length, 3);
    checkReports(t, cwd);
    t.equal(artifacts.reports.junit, 'reports/*.xml');
    t.ok(existsSync(join(cwd, '.cache', 'wordhost')), 'the compiled list can be kept');
  });

  t.test(
    'both ask for the Node that wordhost needs, and keep no rights and no installed scripts',
    async (t) => {
      const text = (file: string) => readFileSync(join(examples, 'ci', file), 'utf8');
      t.match(text('github.yml'), /node-version: 24$/m);
      t.match(text('github.yml'), /^permissions:\n {2}contents: read$/m);
      t.match(text('gitlab.yml'), /image: node:24$/m);
      for (const file of ['github.yml', 'gitlab.yml'])
        t.match(text(file), 'npm install --global --ignore-scripts ./');
    },
  );
});
