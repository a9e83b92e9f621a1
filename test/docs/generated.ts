import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema } from './config-schema.ts';
import { eventSchema, resultSchema } from './event-schema.ts';
import { optionTables } from './option-tables.ts';
import { root } from './pages.ts';
import { raceSchema, tournamentFileSchema, tournamentReportSchema } from './tournament-schemas.ts';

export interface Generated {
  readonly path: string;
  readonly text: string;
}

const page = 'docs/reference/command-line.md';

/** What the docs say of options, events and results, made from the tables that the host works by. */
export async function generatedFiles(): Promise<readonly Generated[]> {
  return [
    { path: page, text: await withTables(readFileSync(join(root, page), 'utf8')) },
    { path: 'docs/reference/config.schema.json', text: json(await configSchema()) },
    { path: 'docs/reference/event.schema.json', text: json(eventSchema()) },
    { path: 'docs/reference/result.schema.json', text: json(resultSchema()) },
    { path: 'docs/reference/race.schema.json', text: json(raceSchema()) },
    { path: 'docs/reference/report.schema.json', text: json(tournamentReportSchema()) },
    { path: 'docs/reference/tournament.schema.json', text: json(tournamentFileSchema()) },
  ];
}

function json(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Each `<!-- options of NAME -->` is followed by the table of that name. */
async function withTables(text: string): Promise<string> {
  const tables = await optionTables();
  const named = [...text.matchAll(/<!-- options of (.+?) -->/g)].map(([, name]) => name!);
  const odd =
    named.find((name) => !tables.has(name)) ?? [...tables.keys()].find((name) => !named.includes(name));
  if (odd !== undefined)
    throw new Error(`${page}: <!-- options of ${odd} --> must be there once, with a table`);
  return text.replace(
    /(<!-- options of (.+?) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin, name, end) => `${begin}${tables.get(name)}\n${end}`,
  );
}
