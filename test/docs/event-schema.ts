import { type Json, schemaOf } from '../../host/core/json-schema.ts';
import { type Fields, listOf, noted, object, oneOf, type Shape, whole } from '../../host/core/shape.ts';
import { formsOf, readyIn, reasonAmong } from '../../host/events/read-record.ts';
import type { EventForms, EventTable } from '../../host/games/events.ts';
import { decisions, facts } from '../../host/games/events.ts';
import type { AnyGame } from '../../host/games/game.ts';
import { playerResultFields, resultFields } from '../../host/games/kit/result-fields.ts';
import { games } from '../../host/games/registry.ts';

const draft = 'https://json-schema.org/draft/2020-12/schema';
const played = Object.values<AnyGame>(games);
const gameNames = oneOf(...Object.keys(games));
const ready = readyIn(played.flatMap(({ dialects }) => dialects));
const reason = reasonAmong(Object.assign({}, ...played.map(({ reasons }) => reasons)));

/** What every line of a record can be, from the tables that the host reads records by. */
export function eventSchema(): Json {
  const host: EventTable = { ...facts, ...decisions, game: { ...facts.game, game: gameNames }, ready };
  const types = [...new Set([host, ...played.map(({ events }) => events)].flatMap(Object.keys))];
  const defs = types.map((type) => [type, schemaOfType(type, host)]);
  return {
    $schema: draft,
    $id: 'event.schema.json',
    title: 'An event: a line of a record',
    oneOf: types.map((type) => ({ $ref: `#/$defs/${type}` })),
    $defs: Object.fromEntries(defs),
  };
}

function schemaOfType(type: string, host: EventTable): Json {
  if (type === 'end') return endSchema();
  const own = played.filter(({ events }) => events[type]);
  const forms = [
    ...(host[type] ? formSchemas(type, host[type], undefined) : []),
    ...own.flatMap(({ name, events }) => formSchemas(type, events[type]!, name)),
  ];
  return forms.length === 1 ? forms[0]! : { anyOf: forms };
}

function formSchemas(type: string, described: EventForms, game: string | undefined): Json[] {
  return formsOf(type, described).map((form) => {
    const title = game && titleOf(game);
    return { ...(title && { title }), ...schemaOf(object(form)) };
  });
}

function endSchema(): Json {
  const [form] = formsOf('end', facts.end as unknown as Fields);
  const { properties, ...rest } = schemaOf(object(form!));
  return { ...rest, properties: { ...(properties as Json), result: { $ref: 'result.schema.json' } } };
}

/** What a line of `--json` can be. */
export function resultSchema(): Json {
  const player = object({ ...playerResultFields, ...ofGames(({ results }) => results.player) });
  const players = listOf(player, 1);
  const fields = {
    ...resultFields,
    reason,
    ...ofGames(({ results }) => results.game),
    game: gameNames,
    players,
  };
  const { properties, ...rest } = schemaOf(object(fields));
  return {
    $schema: draft,
    $id: 'result.schema.json',
    title: 'The result of a game: a line of --json',
    ...rest,
    properties: {
      number: schemaOf(noted('Which game of the run it is, from 1; not in a record.', whole(1))),
      ...(properties as Json),
      players: { ...schemaOf(players), items: { $ref: '#/$defs/player' } },
    },
    $defs: { player: schemaOf(player) },
  };
}

/** Figures that some games have and others have not. */
function ofGames(figuresOf: (game: AnyGame) => Fields): Fields {
  const names = new Set(played.flatMap((game) => Object.keys(figuresOf(game))));
  return Object.fromEntries([...names].map((name) => [name, { optional: figureOf(name, figuresOf) }]));
}

/** With what each game says of it, where they say different things. */
function figureOf(name: string, figuresOf: (game: AnyGame) => Fields): Shape {
  const shapes = played.flatMap((game) => {
    const field = figuresOf(game)[name];
    const shape = field && 'optional' in field ? field.optional : field;
    return shape ? [{ title: titleOf(game.name), shape }] : [];
  });
  const [{ shape }] = shapes as [(typeof shapes)[number]];
  const isSame = shapes.every((each) => each.shape.note === shape.note);
  if (isSame) return shape;
  return noted(shapes.map((each) => `${each.title}: ${each.shape.note}`).join('; '), shape);
}

function titleOf(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}
