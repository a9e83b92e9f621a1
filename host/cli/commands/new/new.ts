import { constants, copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { meant } from '../../../core/near-name.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { makeFolders } from '../../../files/make-folders.ts';
import { packageRoot } from '../../../files/package-root.ts';
import type { Command } from '../../command.ts';
import { printLines } from '../../print.ts';
import { type Template, templates } from './templates.ts';

const all: Readonly<Record<string, Readonly<Record<string, Template>>>> = templates;

/** A bot to begin with: one that plays already. */
export const newBot: Command = {
  summary: 'Writes a bot to begin with: small, complete, and there to be made stronger.',
  operands: 'LANGUAGE GAME [FOLDER]',
  options: {},
  examples: [
    ['wordhost new python scrabble', 'into the folder scrabble-python'],
    ['wordhost new c bananagrams .', 'into this folder'],
  ],
  notes: ['There is', ...listed()].join('\n'),
  async run({ operands: [language, game, folder, ...more] }) {
    if (language === undefined || game === undefined || more.length > 0)
      throw new UsageError(
        `expected a language and a game, as in \`wordhost new python scrabble\`. There is ${listed().join('; ').trim()}`,
      );
    const start = startOf(language, game);
    const place = folder ?? `${game}-${language}`;
    write(place, start, join(packageRoot() ?? '.', 'examples', game, language));
    printLines(told(place, start, game));
    return 0;
  },
};

function listed(): string[] {
  return Object.entries(all).map(([game, each]) => `  ${game} in ${Object.keys(each).join(', ')}`);
}

function startOf(language: string, game: string): Template {
  const ofGame = Object.hasOwn(all, game) ? all[game]! : undefined;
  if (!ofGame) {
    const swapped = Object.hasOwn(all, language)
      ? ` The language comes first: wordhost new ${game} ${language}`
      : '';
    throw new UsageError(
      `there is no game ${JSON.stringify(game)}${meant(game, Object.keys(all))} There are: ${Object.keys(all).join(', ')}.${swapped}`,
    );
  }
  if (Object.hasOwn(ofGame, language)) return ofGame[language]!;
  const languages = Object.keys(ofGame);
  throw new UsageError(
    `there is nothing for ${game} in ${JSON.stringify(language)}${meant(language, languages)} There is: ${languages.join(', ')}`,
  );
}

/** Nothing is overwritten, and nothing written where something would be. */
function write(place: string, { files }: Template, from: string): void {
  const taken = files.map((file) => join(place, file)).find((path) => existsSync(path));
  if (taken !== undefined)
    throw new UsageError(`${taken} is there already, and stays as it is: name another folder after the game`);
  try {
    makeFolders(place);
    for (const file of files) copyFileSync(join(from, file), join(place, file), constants.COPYFILE_EXCL);
  } catch (error) {
    throw new UsageError(`${place} cannot be written: ${(error as Error).message}`);
  }
}

function told(place: string, { files, build, run, needs }: Template, game: string): string[] {
  const steps = [
    ...(place === '.' ? [] : [[`cd ${place}`, 'where it is']]),
    ...(build === undefined ? [] : [[build, 'after each change']]),
    [`wordhost ${game} "${run}" "${run}"`, 'a game against itself'],
    [`wordhost check ${game} "${run}"`, 'is it right, message by message?'],
  ] as const;
  const width = Math.max(...steps.map(([command]) => command!.length));
  return [
    ...files.map((file) => `wrote ${join(place, file)} (needs ${needs})`),
    '',
    ...steps.map(([command, does]) => `  ${command!.padEnd(width)}  ${does}`),
  ];
}
