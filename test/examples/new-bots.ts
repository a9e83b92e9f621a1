import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Template } from '../../host/cli/game-words.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { run } from '../cli/wordhost.ts';
import { isThere } from '../support/without.ts';

/** A bot as `wordhost new` writes it. */
export interface NewBot {
  readonly game: string;
  readonly language: string;
  readonly template: Template;
  readonly skip: string | false;
}

/** Those that are tried elsewhere by whole games on many boards. */
const elsewhere = new Set(['python', 'c', 'awk', 'java', 'ruby', 'sml']);

export const newBots: readonly NewBot[] = Object.entries(gameWords).flatMap(([game, { templates }]) =>
  Object.entries<Template>(templates.languages)
    .filter(([language]) => !elsewhere.has(language))
    .map(([language, template]) => ({ game, language, template, skip: missing(template) })),
);

function missing({ build, run }: Template): string | false {
  const programs = [build, run]
    .filter((command) => command !== undefined)
    .map((command) => command.split(' ')[0]!);
  const program = programs.find((each) => !each.startsWith('./') && !isThere(each));
  return program === undefined ? false : `${program} is not installed`;
}

/** Written and built as it says; its folder, where its command is run. */
export async function written(t: Test, { game, language, template }: NewBot): Promise<string> {
  const cwd = t.testdir();
  const { status, stderr } = await run(['new', language, game, 'bot'], { cwd });
  t.equal(status, 0, stderr);
  const folder = join(cwd, 'bot');
  if (template.build === undefined) return folder;
  const built = spawnSync(template.build, { cwd: folder, shell: true, encoding: 'utf8' });
  t.equal(`${built.stdout}${built.stderr}`, '', 'it compiles without a warning');
  t.equal(built.status, 0);
  return folder;
}
