import { fileOptions, playerFileOptions } from '../../host/cli/tournament/file.ts';
import { type Json, schemaOf } from '../../host/core/json-schema.ts';
import type { AnyGame } from '../../host/games/game.ts';
import type { OptionTable } from '../../host/games/kit/option.ts';
import { games } from '../../host/games/registry.ts';
import { raceReport } from '../../host/tools/race/race-report.ts';
import { tournamentReport } from '../../host/tournament/report.ts';
import { tournamentFile } from '../../host/tournament/tournament-file.ts';
import { describedFor } from './config-schema.ts';

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

/** What `wordhost race --json` prints. */
export function raceSchema(): Json {
  return {
    $schema: draft,
    $id: 'race.schema.json',
    title: 'How fair the peel race is: what wordhost race --json prints',
    ...schemaOf(raceReport),
  };
}

const played: readonly AnyGame[] = Object.values(games);

/** A tournament file: what `wordhost tournament` reads. Its games and their options are not for the shape of it to know. */
export function tournamentFileSchema(): Json {
  const { type, additionalProperties, required, properties } = schemaOf(tournamentFile);
  const file = properties as Readonly<Record<string, Json>>;
  const player = file.players!.items as { readonly properties: Json };
  const options = optionsOf(
    played.map(fileOptions),
    'what bears on the games, by the names of the command line',
  );
  const ownOptions = optionsOf(played.map(playerFileOptions), 'limits of its own');
  const players = {
    ...file.players,
    items: { ...player, properties: { ...player.properties, options: ownOptions } },
  };
  return {
    $schema: draft,
    $id: 'tournament.schema.json',
    title: 'A tournament: what wordhost tournament reads, YAML or JSON',
    ...{ type, additionalProperties, required },
    properties: { ...file, game: { enum: Object.keys(games) }, options, players },
  };
}

function optionsOf(tables: readonly OptionTable[], description: string): Json {
  const names = [...new Set(tables.flatMap(Object.keys))];
  const properties = names.map((name) => {
    const specs = tables.flatMap((table) => table[name] ?? []);
    return [name, describedFor(specs)];
  });
  return {
    description,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}
