import { fileOptions, playerFileOptions } from '../../host/cli/tournament/file.ts';
import type { AnyGame } from '../../host/games/game.ts';
import type { OptionTable } from '../../host/games/kit/option.ts';
import { games } from '../../host/games/registry.ts';
import { type FormatKind, formatKinds, offenderRules } from '../../host/tournament/formats/format.ts';
import { tournamentReport } from '../../host/tournament/report.ts';
import { describedFor } from './config-schema.ts';
import { type Json, schemaOf } from './shape-schema.ts';

const draft = 'https://json-schema.org/draft/2020-12/schema';

/** What `wordhost report --as json` prints. */
export function tournamentReportSchema(): Json {
  return {
    $schema: draft,
    $id: 'report.schema.json',
    title: 'What a tournament has come to: what wordhost report --as json prints',
    ...schemaOf(tournamentReport),
  };
}

const played: readonly AnyGame[] = Object.values(games);
const text = { type: 'string', minLength: 1 };

/** A tournament file: what `wordhost tournament` reads. */
export function tournamentFileSchema(): Json {
  const properties = {
    name: { ...text, description: 'of the tournament (otherwise that of the file)' },
    game: { enum: Object.keys(games) },
    options: optionsOf(played.map(fileOptions), 'what bears on the games, by the names of the command line'),
    players: { type: 'array', minItems: 2, items: player },
    format: { oneOf: formatKinds.map(formatSchema) },
    seed: {
      description: 'what pairings, seats and tiles come from (otherwise drawn, and kept)',
      anyOf: [text, { type: 'number' }],
    },
    offender: {
      description: 'what becomes of a player that fails, leaves or offends',
      default: 'lose',
      enum: offenderRules,
    },
  };
  const title = 'A tournament: what wordhost tournament reads, YAML or JSON';
  return {
    $schema: draft,
    $id: 'tournament.schema.json',
    title,
    ...closed(properties, ['game', 'players', 'format']),
  };
}

const player = closed(
  {
    name: { ...text, description: 'name of the player (otherwise its command)' },
    command: { ...text, description: 'command of the player, for the shell' },
    cwd: { ...text, description: 'its working directory, relative to the file' },
    env: {
      description: 'variables for its environment, NAME=VALUE; NAME alone is the one of the host',
      anyOf: [text, { type: 'array', items: text }],
    },
    options: optionsOf(played.map(playerFileOptions), 'limits of its own'),
  },
  ['command'],
);

const whole = { type: 'integer', minimum: 1 };
const seats = { type: 'integer', minimum: 2, maximum: 8 };
const pair = { const: 2 };
const ofFormats: Readonly<Record<FormatKind, Json>> = {
  'round-robin': { rounds: whole, seats },
  gauntlet: { rounds: whole, seats: pair, heroes: whole },
  swiss: { rounds: whole, seats },
  knockout: { rounds: { const: 1 }, seats: pair, games: whole },
  ladder: { rounds: whole, seats: pair, games: whole },
};

function formatSchema(kind: FormatKind): Json {
  return closed({ kind: { const: kind }, mirrored: { type: 'boolean' }, ...ofFormats[kind] }, ['kind']);
}

function optionsOf(tables: readonly OptionTable[], description: string): Json {
  const names = [...new Set(tables.flatMap(Object.keys))];
  const properties = names.map((name) => {
    const specs = tables.flatMap((table) => table[name] ?? []);
    return [name, describedFor(specs)];
  });
  return { description, ...closed(Object.fromEntries(properties), []) };
}

function closed(properties: Json, required: readonly string[]): Json {
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties,
  };
}
