import { UsageError } from '../../core/errors.ts';
import { isPostgresAddress } from '../../core/postgres-address.ts';
import { meant, padEnd, visible } from '../../core/text.ts';
import type { OptionTable } from '../../games/kit/option.ts';
import { firstWord } from '../../seats/process/why-not-started.ts';
import { type Examinations, examinations, type Finding, type Language } from '../../tools/doctor/machine.ts';
import { paintFor } from '../../views/terminal/paint.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, gamesWith, type Template } from '../game-words.ts';
import { printJson, printLines } from '../output.ts';

const doctorOptions = {
  json: { kind: 'flag', default: false, help: 'print one JSON object for each ability on standard output' },
  store: {
    kind: 'text',
    default: undefined,
    value: 'ADDRESS',
    help: 'PostgreSQL server to connect to: postgres://…',
  },
} as const satisfies OptionTable;

/** Says what this machine can do, and what brings the rest. */
export function doctorOf(games: GamesWords): Command {
  const languages = languagesOf(games);
  const names = [...examinations(languages, undefined).keys()];
  return commandOf({
    summary:
      'Says what this machine can do for games, what each ability is for, and what brings a missing one.',
    operands: {
      form: '[options] [NAME…]',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: 'names of abilities',
      moreChoices: names,
    },
    options: doctorOptions,
    examples: [
      ['wordhost doctor', 'look at everything'],
      ['wordhost doctor strict memory', 'for scripts: fail unless this machine has both'],
      ['wordhost doctor --store postgres://ann@db/farm postgresql', 'connect to a server'],
    ],
    notes: `NAME is one of: ${names.join(', ')}.\nExit status: 0, or 1 if a named ability is missing.`,
    async run({ operands, options, coloured }) {
      const { store, json } = options;
      if (store !== undefined && !isPostgresAddress(store))
        throw new UsageError(`--store: expected postgres://…; got ${JSON.stringify(store)}`);
      for (const name of operands)
        if (!names.includes(name))
          throw new UsageError(
            `unknown ability ${JSON.stringify(name)}${meant(name, names) || `. The abilities are: ${names.join(', ')}`}`,
          );
      const found = await examine(examinations(languages, store), operands);
      if (json) for (const finding of found) printJson(finding);
      else printLines(found.flatMap((finding) => linesOf(finding, coloured)));
      return operands.length > 0 && found.some(({ state }) => state !== 'ok') ? 1 : 0;
    },
  });
}

async function examine(all: Examinations, names: readonly string[]): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const [name, look] of all)
    if (names.length === 0 || names.includes(name)) found.push({ name, ...(await look()) });
  return found;
}

const INDENT = ' '.repeat(11);

function linesOf({ name, state, found, use, todo }: Finding, coloured: boolean): string[] {
  const paint = paintFor(coloured);
  const colors = { ok: paint.good, missing: paint.bad, 'not tried': paint.dim };
  const head = `${colors[state](padEnd(state, 9))}  ${padEnd(name, 10)}  ${visible(found)}`;
  if (state === 'ok') return [`${head}${paint.dim(`; for ${use}`)}`];
  return [
    head,
    `${INDENT}for:   ${use}`,
    ...(todo === undefined ? [] : [`${INDENT}to do: ${visible(todo)}`]),
  ];
}

/** Each language of the templates of `wordhost new` once. */
function languagesOf(games: GamesWords): readonly Language[] {
  const all = gamesWith(games, 'templates').flatMap(([, { languages }]) => Object.entries(languages));
  return [...new Map(all)].map(([name, template]) => languageOf(name, template));
}

function languageOf(name: string, template: Template): Language {
  const { needs, packages, or } = template;
  const ways = [template, ...(or === undefined ? [] : [or])].map(programsOf);
  const [, version] = /(\d+(?:\.\d+)?) or later/.exec(needs) ?? [];
  const program = ways[0]!.at(-1);
  const least = version === undefined || program === undefined ? undefined : { program, version };
  return { name, needs, ways, least, packages };
}

/** The programs of the system that make and run a bot, the one that runs it last. Others lie in its own folder. */
function programsOf({ once, build, run }: Pick<Template, 'once' | 'build' | 'run'>): readonly string[] {
  const words = [once, build, run].map((command) => firstWord(command ?? '') ?? '');
  return [...new Set(words)].filter((word) => word !== '' && !word.includes('/'));
}
