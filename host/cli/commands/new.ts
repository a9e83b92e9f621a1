import { constants, copyFileSync, lstatSync, rmSync } from 'node:fs';
import { join, normalize, resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { meant, visibleJson } from '../../core/text.ts';
import { faultInWords } from '../../files/file-fault.ts';
import { packageRoot } from '../../files/package-root.ts';
import { shellWord } from '../../files/shell.ts';
import { makeFolders } from '../../files/write-file.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, gamesWith, type Template, type Templates, whyWithout } from '../game-words.ts';
import { printLines } from '../output.ts';
import { shownPath } from '../process/paths.ts';

type All = ReadonlyMap<string, Templates>;

/** A template for a bot, which plays already. */
export function newBotFor(games: GamesWords): Command {
  const all: All = new Map(gamesWith(games, 'templates'));
  const [like = ''] = all.keys();
  const [first, other = first] = Object.keys(all.get(like)?.languages ?? {});
  return commandOf({
    summary: 'Creates a small, complete bot from a template, as a start for your own.',
    operands: {
      form: 'LANGUAGE GAME [FOLDER]',
      min: 2,
      max: 3,
      expected: `a language and a game, as in \`wordhost new ${first} ${like}\` (--help lists the languages of each game)`,
      choices: [
        [...new Set([...all.values()].flatMap(({ languages }) => Object.keys(languages)))],
        (_typed, [language = '']) =>
          [...all].flatMap(([game, { languages }]) => (Object.hasOwn(languages, language) ? [game] : [])),
      ],
    },
    options: {},
    examples: [
      [`wordhost new ${first} ${like}`, `create a bot in the folder ${like}-${first}`],
      [`wordhost new ${other} ${like} .`, 'create a bot in the working directory'],
    ],
    notes: ['Templates', ...listTemplates(all)].join('\n'),
    async run({ operands: [typed = '', game = '', folder] }) {
      const language = languageOf(all, typed, game, whyWithout(games, game, 'templates'));
      const { folder: from, languages } = all.get(game)!;
      const template = languages[language]!;
      const usual = `${game}-${language}`;
      if (folder === '')
        throw new UsageError(`the name of the folder is empty. Give a name, or leave it out to use ${usual}`);
      const place = placeOf(folder ?? usual);
      write(place, template, resolve(packageRoot() ?? '.', from, language));
      printLines(nextSteps(place, template, game));
      return 0;
    },
  });
}

function listTemplates(all: All): string[] {
  return [...all].map(([game, { languages }]) => `  ${game} in ${Object.keys(languages).join(', ')}`);
}

/** The name by which a game has its templates; other common names of it are taken, too. */
function languageOf(all: All, typed: string, game: string, whyNot: string): string {
  const ofGame = all.get(game)?.languages;
  const games = [...all.keys()];
  if (!ofGame) {
    const swapped = all.has(typed) ? ` The language comes first: wordhost new ${game} ${typed}` : '';
    throw new UsageError(
      whyNot === ''
        ? `unknown game ${JSON.stringify(game)}${meant(game, games) || '.'} The games are: ${games.join(', ')}.${swapped}`
        : `no template for ${game}${whyNot}`,
    );
  }
  const languages = Object.keys(ofGame);
  const other = otherNames.get(typed.toLowerCase());
  const language = other ?? typed.toLowerCase();
  if (languages.includes(language)) return language;
  const hint = other === undefined ? meant(typed, languages) : '';
  throw new UsageError(
    `no template for ${game} in ${JSON.stringify(typed)}${hint || '.'} The languages are: ${languages.join(', ')}`,
  );
}

const otherNames: ReadonlyMap<string, string> = new Map([
  ['c#', 'csharp'],
  ['cs', 'csharp'],
  ['f#', 'fsharp'],
  ['fs', 'fsharp'],
  ['c++', 'cpp'],
  ['js', 'javascript'],
  ['node', 'javascript'],
  ['ts', 'typescript'],
  ['py', 'python'],
  ['python3', 'python'],
  ['rb', 'ruby'],
  ['golang', 'go'],
  ['rs', 'rust'],
  ['pl', 'perl'],
  ['bash', 'sh'],
  ['shell', 'sh'],
]);

/** Resolves a folder as a shell does: `..` is taken from the name. */
function placeOf(folder: string): string {
  if (/\p{Cc}/u.test(folder))
    throw new UsageError(
      `expected the name of a folder without control characters; got ${visibleJson(folder)}`,
    );
  const place = normalize(folder);
  return place.length > 1 ? place.replace(/\/$/, '') : place;
}

/** No file is overwritten, no link is followed, and nothing is written if one of the files exists. */
function write(place: string, { files }: Template, from: string): void {
  const paths = files.map((file) => join(place, file));
  const written: string[] = [];
  try {
    // A name that is too long is refused here, before folders are made for it.
    if (linkAt(place))
      throw new UsageError(`${shownPath(place)} is a symbolic link. Use the folder that it points to`);
    const taken = paths.find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
    if (taken !== undefined) throw takenBy(taken);
    makeFolders(place);
    for (const [index, path] of paths.entries()) {
      copyFileSync(join(from, files[index]!), path, constants.COPYFILE_EXCL);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    if (error instanceof UsageError) throw error;
    // Another program has made it meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw takenBy(paths[written.length]!);
    throw new UsageError(`cannot write ${shownPath(place)}: ${faultInWords(error as Error)}`);
  }
}

const linkAt = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

const takenBy = (path: string) =>
  new UsageError(`${shownPath(path)} already exists. Name another folder after the game`);

function nextSteps(place: string, template: Template, game: string): string[] {
  const { files, needs, or } = template;
  const enter =
    place === '.'
      ? []
      : [[`cd ${shellWord(place.startsWith('-') ? `./${place}` : place)}`, 'its folder'] as const];
  return [
    ...files.map((file, index) => `wrote ${join(place, file)}${index === 0 ? ` (needs ${needs})` : ''}`),
    '',
    ...aligned([...enter, ...stepsOf(template, game)]),
    ...(or === undefined ? [] : ['', `or, with ${or.needs}:`, '', ...aligned(stepsOf(or, game))]),
  ];
}

type NextStep = readonly [command: string, does: string];

function stepsOf({ once, build, run }: Omit<Template, 'files'>, game: string): NextStep[] {
  return [
    ...(once === undefined ? [] : [[once, 'once'] as const]),
    ...(build === undefined ? [] : [[build, 'build, after each change'] as const]),
    [`wordhost ${game} "${run}" "${run}"`, 'play the bot against itself'],
    [`wordhost check ${game} "${run}"`, 'check the bot message by message'],
  ];
}

function aligned(steps: readonly NextStep[]): string[] {
  const width = Math.max(...steps.map(([command]) => command.length));
  return steps.map(([command, does]) => `  ${command.padEnd(width)}  ${does}`);
}
