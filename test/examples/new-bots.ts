import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import root, { type Test } from 'tap';
import type { Template } from '../../host/cli/game-words.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { listToCheckWith } from '../check/small-words.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { isThere } from '../support/without.ts';

/** A bot as `wordhost new` writes it. */
export interface NewBot {
  readonly game: string;
  readonly language: string;
  readonly template: Template;
  readonly skip: string | false;
}

const project = join(import.meta.dirname, '..', '..');
/** Of npm: those that a bot asks for are here for the tests. */
const packages = join(project, 'node_modules');

export const newBots: readonly NewBot[] = Object.entries(gameWords).flatMap(([game, { templates }]) =>
  Object.entries<Template>(templates.languages).map(([language, template]) => ({
    game,
    language,
    template,
    skip: missing(template) || missingPackage(join(project, templates.folder, language)),
  })),
);

/** Compilers take seconds, and more on a busy machine. */
export const isCompiled = ({ template }: NewBot): boolean => template.build !== undefined;

function missing({ build, run }: Template): string | false {
  const programs = [build, run]
    .filter((command) => command !== undefined)
    .map((command) => command.split(' ')[0]!);
  const program = programs.find((each) => !each.startsWith('./') && !isThere(each));
  return program === undefined ? false : `${program} is not installed`;
}

function missingPackage(folder: string): string | false {
  const path = join(folder, 'package.json');
  const { dependencies = {} } = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { dependencies?: Record<string, string> })
    : {};
  const name = Object.keys(dependencies).find((each) => !existsSync(join(packages, each)));
  return name === undefined ? false : `${name} is not installed`;
}

const folders = new Map<NewBot, Promise<string>>();

/** Written and built as it says, once for all tests; its folder, where its command is run. */
export async function written(t: Test, bot: NewBot): Promise<string> {
  const folder = folders.get(bot) ?? write(t, bot);
  folders.set(bot, folder);
  return await folder;
}

async function write(t: Test, { game, language, template }: NewBot): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'wordhost-new-'));
  root.teardown(() => rmSync(cwd, { recursive: true }));
  const { status, stderr } = await run(['new', language, game, 'bot'], { cwd });
  t.equal(status, 0, stderr);
  const folder = join(cwd, 'bot');
  if (template.once !== undefined) symlinkSync(packages, join(folder, 'node_modules'));
  if (template.build === undefined) return folder;
  const built = spawnSync(template.build, { cwd: folder, shell: true, encoding: 'utf8' });
  const said = `${built.stdout}${built.stderr}`;
  t.equal(built.status, 0, said);
  // Fable tells how far it is, and npm what it thinks of its settings here.
  const complaints = template.build.startsWith('npm ') ? said.match(/^.*: (warning|error): .*$/gim) : said;
  t.equal(complaints ?? '', '', 'it compiles without a warning');
  return folder;
}

/** A game that is short: the opponent is quick, and there is little to do. */
const short: Readonly<Record<string, readonly string[]>> = {
  bananagrams: ['bananagrams', '--bunch', 'bunch.txt', '--hand', '5', 'BOT'],
  boggle: ['boggle', '--time', '60s', 'BOT', 'wordhost player boggle --level few'],
  scrabble: ['scrabble', '--max-turns', '4', 'BOT', 'wordhost player random'],
};

export function playsAGame(t: Test, bot: NewBot): void {
  const { game, language, template, skip } = bot;
  t.test(
    `a bot from \`wordhost new ${language} ${game}\` plays a game without a fault`,
    { skip },
    async (t) => {
      const cwd = await written(t, bot);
      writeFileSync(join(cwd, 'bunch.txt'), 'A 3\nE 4\nS 3\nT 3\nR 2\nI 1\n');
      const args = short[game]!.map((word) => (word === 'BOT' ? template.run : word));
      const played = await run([...args.slice(0, 1), '--seed', '3', '--json', '--quiet', ...args.slice(1)], {
        cwd,
      });
      const [result] = resultsOf(played);
      const [player] = result?.players ?? [];
      t.match(player?.outcome, /^(won|lost|draw)$/, played.stderr);
      t.match(player, game === 'bananagrams' ? { outcome: 'won' } : { errors: 0, timeouts: 0 });
      if (game !== 'bananagrams') t.ok(Number(player?.score) > 0, 'it has points');
    },
  );
}

/** Each step of `wordhost check`, with each bot for this game; and a game of those that are slow to build. */
export function passesCheck(t: Test, game: string): void {
  const check = ['check', game, '--dictionary', listToCheckWith(game)];
  for (const bot of newBots.filter((each) => each.game === game)) {
    const { language, template, skip } = bot;
    if (isCompiled(bot)) playsAGame(t, bot);
    t.test(
      `a bot from \`wordhost new ${language} ${game}\` passes each step of check`,
      { skip },
      async (t) => {
        const cwd = await written(t, bot);
        const { status, stdout, stderr } = await run([...check, template.run], { cwd });
        t.equal(status, 0, `${stdout}${stderr}`);
        const [, steps, skipped = 0] = /(\d+) steps: (?:.*, (\d+) skipped)?/.exec(stdout) ?? [];
        t.ok(Number(skipped) <= Number(steps) / 4, `${skipped} of ${steps} steps are skipped`);
      },
    );
  }
}
