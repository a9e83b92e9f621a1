import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../host/cli/command.ts';
import { commandsOf } from '../../host/cli/commands.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { optionRows } from '../../host/cli/help.ts';
import { roomsTable } from '../structure/rooms-table.ts';
import { configSchema } from './config-schema.ts';
import { eventSchema, resultSchema } from './event-schema.ts';
import { root } from './pages.ts';

export interface Generated {
  readonly path: string;
  readonly text: string;
}

const page = 'docs/reference/command-line.md';

/** What the docs say of options, events and results, made from the tables that the host works by. */
export async function generatedFiles(): Promise<readonly Generated[]> {
  return [
    { path: 'CONTRIBUTING.md', text: withRooms(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) },
    { path: page, text: await withTables(readFileSync(join(root, page), 'utf8')) },
    { path: 'docs/reference/config.schema.json', text: json(configSchema()) },
    { path: 'docs/reference/event.schema.json', text: json(eventSchema()) },
    { path: 'docs/reference/result.schema.json', text: json(resultSchema()) },
  ];
}

function withRooms(text: string): string {
  const place = /(<!-- rooms -->\n)[\s\S]*?(<!-- end -->)/;
  if (!place.test(text)) throw new Error('CONTRIBUTING.md: no place for <!-- rooms -->');
  return text.replace(place, (_, begin, end) => `${begin}${roomsTable()}\n${end}`);
}

function json(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Each `<!-- options of NAME -->` is followed by the table of that command. */
async function withTables(text: string): Promise<string> {
  let whole = text;
  for (const [name, { options }] of await allCommands()) {
    if (Object.keys(options).length === 0) continue;
    const place = new RegExp(`(<!-- options of ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
    if (!place.test(whole)) throw new Error(`${page}: no place for <!-- options of ${name} -->`);
    const rows = optionRows(options).map(([option, value, help]) => row(option, value, help));
    const table = ['', '| option | what it does |', '| --- | --- |', ...rows, ''].join('\n');
    whole = whole.replace(place, (_, begin, end) => `${begin}${table}\n${end}`);
  }
  return whole;
}

/** Those that a command has for its next word come by both words. */
async function allCommands(): Promise<[string, Command][]> {
  const loaded = Object.entries(commandsOf(gameWords)).map(
    async ([name, each]): Promise<[string, Command][]> => {
      const command: Command = await each.load();
      const below = Object.entries(command.each ?? {}).map(([word, inner]): [string, Command] => [
        `${name} ${word}`,
        inner,
      ]);
      return [[name, command], ...below];
    },
  );
  return (await Promise.all(loaded)).flat();
}

function row(option: string, value: string, help: string): string {
  const shown = value === '' ? option : `${option} ${value}`;
  return `| \`${shown.replaceAll('|', '\\|')}\` | ${help.replaceAll('|', '\\|')} |`;
}
