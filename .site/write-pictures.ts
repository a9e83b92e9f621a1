/**
 * The pictures of the docs, of games that are played for them: `node site/write-pictures.ts` after a build. It needs
 * script(1) for the terminal and chromium-headless-shell for the pages.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { terminalSvg } from './terminal-svg.ts';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'docs/pictures');
const host = join(root, 'dist/wordhost.js');
const folder = mkdtempSync(join(tmpdir(), 'wordhost-pictures-'));
const env = { ...process.env, NODE_NO_WARNINGS: '1', XDG_CACHE_HOME: folder };

/** The last screen that the demonstration shows, and its summary. */
function terminal(): string {
  const command = `stty rows 40 cols 80; '${execPath}' '${host}' demo scrabble --seed 42`;
  const printed = execFileSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' });
  const screen = printed.split('\x1b[J').at(-1)!;
  // After the line of the game come commands to go on with.
  const [shown = ''] = /^[\s\S]*\bsandbox: \w+/.exec(screen.trimStart()) ?? [];
  return terminalSvg(shown.replaceAll(/^\r?\n/gm, '\n'));
}

function run(...words: readonly string[]): void {
  execFileSync(execPath, [host, ...words], { env, cwd: folder });
}

function screenshot(page: string, picture: string): void {
  const path = `--screenshot=${join(pictures, picture)}`;
  const shell = ['--no-sandbox', '--hide-scrollbars', '--window-size=1000,760', path];
  execFileSync('chromium-headless-shell', [...shell, `file://${join(folder, page)}`], { stdio: 'ignore' });
}

/** A game in the middle, and the report of a small tournament. */
function pages(): void {
  const players = ['wordhost player greedy', 'wordhost player greedy'];
  const names = ['--name', 'Ada', '--name', 'Ben'];
  const record = join(folder, 'games');
  run('scrabble', '--seed', '42', ...names, '--quiet', '--record', record, ...players);
  run('export', join(record, readdirSync(record)[0]!), '--step', '13', '--output', 'game.html');
  screenshot('game.html', 'page.png');
  writeFileSync(join(folder, 'league.yml'), league);
  run('tournament', 'league.yml', '--quiet');
  run('report', 'league.db', '--as', 'html', '--output', 'report.html');
  screenshot('report.html', 'report.png');
}

const league = `name: Spring league
game: scrabble
players:
  - { name: ada, command: wordhost player greedy }
  - { name: ben, command: wordhost player greedy --level half }
  - { name: cleo, command: wordhost player longest }
  - { name: dan, command: wordhost player longest --level half }
  - { name: eva, command: wordhost player random }
format: { kind: round-robin, rounds: 4, mirrored: true }
seed: spring
`;

try {
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, 'terminal.svg'), terminal());
  pages();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
