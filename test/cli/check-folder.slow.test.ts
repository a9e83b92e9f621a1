import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { botCommand } from '../check/try-step.ts';
import { compiled, noCompiler } from '../misbehaviour/compiled.ts';
import { run } from './wordhost.ts';

const cwd = t.testdir({
  'words.txt': 'CAT\nCATS\nTAC\nDOG\nDOGS\nCOD\nCODS\nGOD\nGODS\nEAT\nTEA\nRAT\nRATS\n',
});

/** Each with what its line and its page say, once. */
const broken: Readonly<Record<string, readonly [script: string, says: RegExp]>> = {
  'no-such-program': ['exec ./nothere', /nothere/g],
  'ends-at-once': ['echo lost >&2; exit 4', /\| lost/g],
  'says-redy': ['echo redy; read -r line', /"redy" is no message/g],
  'says-too-much': ['echo debug; echo ready; cat >/dev/null', /"debug" is no message/g],
  silent: ['exec cat >/dev/null', /nothing within/g],
  'silent-in-turns': ['echo ready; exec cat >/dev/null', /nothing within/g],
  'passes-wrongly': [`${botCommand('scrabble-bot.mjs', 'garbage')}`, /"pas" is no message/g],
  'off-the-centre': [
    `${botCommand('scrabble-bot.mjs', 'off-the-centre')}`,
    /came: .+firstwordnotovercenter/g,
  ],
  'ready-twice': [`${botCommand('scrabble-bot.mjs', 'ready-twice')}`, /came: .+second ready/g],
  'never-flushes': [`${botCommand('scrabble-bot.mjs', 'leaves-flushing-to-the-host')}`, /nothing within/g],
  'has-own-words': [`${botCommand('scrabble-bot.mjs', 'own-word-list')}`, /came: .+of this step/g],
};

t.test('30 bots in a folder, a third of them broken: each fault once, on the page of its bot', async (t) => {
  const bots = join(cwd, 'bots');
  mkdirSync(bots);
  for (const [name, [script]] of Object.entries(broken))
    writeFileSync(join(bots, `${name}.sh`), `${script}\n`);
  // Each step starts each of them again.
  const player = join(import.meta.dirname, '../../examples/scrabble/c/player.c');
  const right = noCompiler ? botCommand('scrabble-bot.mjs', 'none') : `exec ${compiled(player, cwd)}`;
  for (let number = 1; number <= 19; number++) writeFileSync(join(bots, `right${number}.sh`), `${right}\n`);
  const patience = ['--ready-timeout', '30s', '--timeout', '10s'];
  const words = ['check', 'scrabble', '--dictionary', 'words.txt', ...patience, '--out', 'pages', 'bots'];
  const { stdout, status } = await run(words, { cwd });
  t.equal(status, 1);
  t.match(stdout, /\n30 bots: 19 ok; 11 not ok\n$/);
  for (const [name, [, says]] of Object.entries(broken)) {
    t.match(stdout, new RegExp(`^not ok {2}${name}\\.sh +1 fault in `, 'm'));
    const page = readFileSync(join(cwd, 'pages', `${name}.sh.txt`), 'utf8');
    t.equal(page.match(says)?.length, 1, `${name}\n${page}`);
  }
});
