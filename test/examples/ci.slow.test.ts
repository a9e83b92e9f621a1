import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { letterA, patient, quick } from '../cli/letter-a.ts';
import { binary, resultsOf } from '../cli/wordhost.ts';
import { readJunit } from '../views/reports/consumers.ts';

/* The scripts for CI services, run as those run them, on two versions of a bot in a repository. */

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

t.test('match.sh', async (t) => {
  const script = join(root, 'examples/ci/match.sh');
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
    t.match(resultsOf({ stdout: readFileSync(join(cwd, 'boggle.jsonl'), 'utf8') }), [
      { game: 'boggle' },
      { game: 'boggle' },
    ]);
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

const longest = 'exec wordhost player longest';
const random = 'exec wordhost player random';
const broken = 'echo ready; read -r line; echo boo';

/** A repository with the bot of the base, and a commit with the bot of a branch. */
function repository(t: Test, base: string, branch: string) {
  const folder = t.testdir({ repo: {}, bin: {}, prefix: { lib: { node_modules: {} } } });
  const repo = join(folder, 'repo');
  // Without its repository, git would take that of this clone.
  const noClone = { GIT_CEILING_DIRECTORIES: folder };
  const git = (...words: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@localhost', ...words], {
      ...{ cwd: repo, encoding: 'utf8', env: { ...process.env, ...noClone } },
    }).stdout.trim();
  git('init', '--quiet', '--initial-branch', 'main');
  for (const bot of [base, branch]) {
    writeFileSync(join(repo, 'source'), `${bot}\n`);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message', 'A bot');
  }
  const program = join(folder, 'bin', 'wordhost');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`);
  chmodSync(program, 0o755);
  symlinkSync(root, join(folder, 'prefix/lib/node_modules/wordhost'));
  const environment = {
    ...{ PATH: `${join(folder, 'bin')}:${process.env.PATH}`, npm_config_prefix: join(folder, 'prefix') },
    // A copy of the source is the program: it has to be built.
    ...{ BOT: 'sh bot.sh', BUILD: 'cp source bot.sh', BASE: git('rev-parse', 'HEAD~1') },
    WORDHOST_OPT_SEED: '7',
    ...noClone,
  };
  const run = async (shell: readonly string[], script: string, more: NodeJS.ProcessEnv = {}) => {
    const env = { ...process.env, ...environment, ...more };
    const child = spawn(shell[0]!, [...shell.slice(1), script], { cwd: repo, env });
    const [stdout, stderr, status] = await Promise.all([
      ...[text(child.stdout), text(child.stderr)],
      new Promise<number | null>((ended) => child.once('close', ended)),
    ] as const);
    return { stdout, stderr, status };
  };
  return {
    repo,
    git,
    run,
    environment,
    comment: () => readFileSync(join(repo, 'reports/comment.md'), 'utf8'),
  };
}

/** What a service keeps of comments. */
async function service(t: Test) {
  const comments: { id: number; body: string }[] = [{ id: 1, body: 'Hello' }];
  const requests: string[] = [];
  const answer = async (request: IncomingMessage) => {
    const { method, url = '', headers } = request;
    requests.push(`${method} ${url} ${headers.authorization ?? headers['private-token']}`);
    const { body } = JSON.parse((await text(request)) || '{}') as { body: string };
    if (method === 'GET') return comments;
    if (method === 'POST') return comments.push({ id: comments.length + 1, body });
    const one = comments.find(({ id }) => url.endsWith(`/${id}`))!;
    return Object.assign(one, { body });
  };
  const server = createServer((request, response) => {
    void answer(request).then((value) => response.end(JSON.stringify(value)));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  t.teardown(() => server.close());
  return { comments, requests, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const GITHUB = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'];

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly { name: string; run: string; env?: Record<string, string> }[] };
}

/** A step of the action as GitHub fills it in. */
function step(name: string, inputs: Readonly<Record<string, string>>) {
  const action = parse(read('action.yml')) as Action;
  const { run, env = {} } = action.runs.steps.find((each) => each.name === name)!;
  const value = (expression: string) => {
    const [, input] = /^inputs\.(\S+)$/.exec(expression) ?? [];
    if (input !== undefined) return inputs[input] ?? action.inputs[input]!.default ?? '';
    const known: Record<string, string> = {
      'github.action_path': root,
      'github.event.pull_request.number': '5',
    };
    return known[expression]!;
  };
  const filled = Object.entries(env).map(([key, text]) => [
    key,
    text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => value(expression)),
  ]);
  return { run, env: Object.fromEntries(filled) as Record<string, string> };
}

interface Outcome {
  readonly is: string;
  readonly base: string;
  readonly branch: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly says: string;
}

const outcomes: readonly Outcome[] = [
  {
    is: 'better',
    base: random,
    branch: longest,
    inputs: { question: 'better' },
    status: 0,
    says: 'NEW is better',
  },
  {
    is: 'worse',
    base: longest,
    branch: random,
    status: 1,
    says: 'NEW is worse',
  },
  { is: 'broken', base: longest, branch: broken, status: 1, says: 'the bot of this branch is broken' },
  {
    is: 'undecided',
    base: longest,
    branch: longest,
    inputs: { 'max-games': '2' },
    status: 0,
    says: 'undecided',
  },
  {
    is: 'undecided, which fails',
    base: longest,
    branch: longest,
    inputs: { 'max-games': '2', undecided: 'fail' },
    status: 1,
    says: 'undecided',
  },
  {
    is: 'not built',
    base: longest,
    branch: longest,
    inputs: { build: 'exit 1' },
    status: 1,
    says: 'the bot of this branch does not build',
  },
];

t.test('the action says what a branch is, in the summary, in the comment and by its status', async (t) => {
  for (const outcome of outcomes) {
    const { is, base, branch, status, says } = outcome;
    const { run, repo, git, environment, comment } = repository(t, base, branch);
    const { BOT: bot, BASE, BUILD: build } = environment;
    const inputs = { bot, base: BASE, build, 'max-games': '60', ...outcome.inputs };
    const { run: script, env } = step('Compare', inputs);
    const summary = join(repo, '..', `summary-${is.length}`);
    const ended = await run(GITHUB, script, { ...env, GITHUB_STEP_SUMMARY: summary });
    t.equal(ended.status, status, `${is}: ${ended.stderr}`);
    const [marker, title, , sides] = comment().split('\n');
    t.match(
      [marker, title, sides],
      ['<!-- wordhost scrabble -->', `### scrabble: ${says}`, /^NEW is this branch \(\w+\), OLD is its base/],
      is,
    );
    t.equal(readFileSync(summary, 'utf8'), comment(), `${is}: the summary`);
    t.equal(git('worktree', 'list').split('\n').length, 1, `${is}: no checkout is left`);
    for (const file of readdirSync(join(repo, 'reports')).filter((name) => name.endsWith('.xml')))
      t.same(readJunit(readFileSync(join(repo, 'reports', file), 'utf8')).faults, [], `${is}: ${file}`);
  }
});

t.test('the next push replaces the comment of the action, and no other', async (t) => {
  const { run, repo } = repository(t, longest, longest);
  const { comments, requests, address } = await service(t);
  const { run: script, env } = step('Comment', { token: 'secret' });
  const more = { ...env, GITHUB_API_URL: address, GITHUB_REPOSITORY: 'ann/bot' };
  mkdirSync(join(repo, 'reports'));
  for (const verdict of ['better', 'worse']) {
    writeFileSync(join(repo, 'reports/comment.md'), `<!-- wordhost scrabble -->\n${verdict}\n`);
    t.match(await run(GITHUB, script, more), { status: 0, stderr: '' });
  }
  t.strictSame(comments, [
    { id: 1, body: 'Hello' },
    { id: 2, body: '<!-- wordhost scrabble -->\nworse\n' },
  ]);
  const asked = 'GET /repos/ann/bot/issues/5/comments?per_page=100&page=1 Bearer secret';
  t.strictSame(requests, [
    ...[asked, 'POST /repos/ann/bot/issues/5/comments Bearer secret'],
    ...[asked, 'PATCH /repos/ann/bot/issues/comments/2 Bearer secret'],
  ]);
  const refused = await run(GITHUB, script, { ...more, GITHUB_API_URL: 'http://127.0.0.1:1' });
  t.match(refused, { status: 0, stdout: /^::warning::cannot comment on the pull request$/m });
});

t.test('both ask for the Node that wordhost needs, and for no more rights than they use', async (t) => {
  t.match(read('examples/ci/github.yml'), /node-version: 24$/m);
  t.match(read('examples/ci/github.yml'), /^permissions:\n {2}contents: read\n {2}pull-requests: write\n\n/m);
  t.match(read('examples/ci/github.yml'), /persist-credentials: false$/m);
  t.match(read('examples/ci/gitlab.yml'), /image: node:24$/m);
  for (const file of ['action.yml', 'examples/ci/gitlab.yml'])
    t.match(read(file), 'npm install --global --ignore-scripts ');
});

t.test('a bot that is too slow for its opponent in a few games fails', async (t) => {
  const slow = 'while read -r line; do case $line in end) echo ready;; esac; done';
  const { run, repo, comment } = repository(t, longest, slow);
  const inputs = {
    OPPONENT: 'wordhost player random',
    GAMES: '2',
    OPTIONS: '--timeout 200ms',
  };
  const { status, stderr } = await run(['sh', '-c'], join(root, 'examples/ci/compare.sh'), {
    ...inputs,
    WORDHOST_OPT_ONLY: '1',
  });
  t.equal(status, 1, stderr);
  t.match(comment(), /^### scrabble: the bot of this branch is too slow or breaks rules$/m);
  t.match(readJunit(readFileSync(join(repo, 'reports/slow.xml'), 'utf8')), { faults: [], errors: '0' });
});

t.test('the job of GitLab does the same', async (t) => {
  const { bot } = parse(read('examples/ci/gitlab.yml'));
  const { run, repo, comment } = repository(t, longest, random);
  const { comments, requests, address } = await service(t);
  const server = {
    CI_API_V4_URL: address,
    CI_PROJECT_ID: '3',
    CI_MERGE_REQUEST_IID: '4',
    NOTES_TOKEN: 'secret',
  };
  const variables = { GAME: bot.variables.GAME, OPTIONS: bot.variables.OPTIONS, MAX_GAMES: '60', ...server };
  const sh = ['sh', '-ec'];
  const job = await run(sh, bot.script.join('\n'), variables);
  t.equal(job.status, 1, job.stderr);
  t.match(comment(), /^### scrabble: NEW is worse$/m);
  t.match(await run(sh, bot.after_script.join('\n'), variables), { status: 0, stderr: '' });
  t.equal(comments[1]?.body, readFileSync(join(repo, 'reports/comment.md'), 'utf8'));
  t.strictSame(requests, [
    'GET /projects/3/merge_requests/4/notes?per_page=100&page=1 secret',
    'POST /projects/3/merge_requests/4/notes secret',
  ]);
});

t.test('a wrong variable ends the script before anything is played', async (t) => {
  const { run } = repository(t, longest, longest);
  const script = join(root, 'examples/ci/compare.sh');
  for (const [variables, says] of [
    [{ QUESTION: 'best' }, /^QUESTION: expected better or not-worse; got best$/m],
    [{ BASE: 'nowhere' }, /nowhere/],
    [{ BOT: '' }, /BOT: .*starts.*bot/],
  ] as const) {
    const { status, stderr } = await run(['sh', '-c'], script, variables);
    t.equal(status, 2, stderr);
    t.match(stderr, says);
  }
});
