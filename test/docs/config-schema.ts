import type { OptionSpec, OptionTable } from '../../host/games/kit/option.ts';
import { optionText } from '../../host/games/kit/option.ts';
import { playerOptions } from '../../host/settings/config/players-in-file.ts';
import { commonOptions } from '../../host/settings/option-groups.ts';
import { everyCommandOptions } from '../../host/settings/options.ts';
import { allCommands, ownOptionsOfGames } from './option-tables.ts';

/** The schema of a `--config` file, from the options of all commands. */
export async function configSchema(): Promise<Record<string, unknown>> {
  const commands = await allCommands();
  const tables: readonly OptionTable[] = [
    commonOptions,
    ...commands.map(([, { options }]) => options),
    everyCommandOptions,
  ];
  const names = [...new Set(tables.flatMap((table) => Object.keys(table)))].filter(
    (name) => name !== 'config',
  );
  const properties = names.map((name) => {
    const specs = tables.map((table) => table[name]).filter((spec) => spec !== undefined);
    const property = describedFor(specs);
    return [name, name === 'players' ? orPlayers(property) : property];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Options and players of wordhost in a file (--config), YAML or JSON',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

/** For games the players themselves; the race has as many of its own. */
function orPlayers({ description, ...count }: Record<string, unknown>): Record<string, unknown> {
  return { anyOf: [players(), { description, ...count }] };
}

function players(): Record<string, unknown> {
  // What is not said of one is as for all.
  const properties = Object.entries({ ...playerOptions, ...ownOptionsOfGames() }).map(([name, spec]) => {
    const { default: _, ...property } = described(spec);
    return [name, property];
  });
  const one = {
    type: 'object',
    additionalProperties: false,
    required: ['command'],
    properties: Object.fromEntries(properties),
  };
  return {
    description: 'the players of a game: a command for each, or more of what each has of its own',
    type: 'array',
    minItems: 1,
    items: { anyOf: [{ type: 'string' }, one] },
  };
}

/** An option of several games has the help of the first, a default only where they agree, and the choices of all. */
export function describedFor(specs: readonly OptionSpec[]): Record<string, unknown> {
  const { default: preset, ...first } = described(specs[0]!);
  const agree = specs.every((spec) => presetOf(spec) === presetOf(specs[0]!));
  const { description, ...shape } = first;
  const choices = specs.flatMap((spec) => (spec.kind === 'choice' && !spec.numbered ? spec.choices : []));
  const all = choices.length > 0 ? { enum: [...new Set(choices)] } : shape;
  return { description, ...(agree && preset !== undefined && { default: preset }), ...all };
}

function described(spec: OptionSpec): Record<string, unknown> {
  const preset = presetOf(spec);
  return {
    // The help of a flag that is on by default says what turning it off does.
    description: spec.kind === 'flag' && spec.default ? `false: ${spec.help}` : spec.help,
    ...(preset !== undefined && { default: preset }),
    ...shapeOf(spec),
  };
}

function presetOf(spec: OptionSpec): unknown {
  if (spec.kind === 'file') return undefined;
  if (spec.kind === 'duration' || spec.kind === 'size') return optionText(spec, spec.default) ?? undefined;
  return spec.default === Number.POSITIVE_INFINITY ? 'none' : spec.default;
}

function shapeOf(spec: OptionSpec): Record<string, unknown> {
  switch (spec.kind) {
    case 'flag':
      return { type: 'boolean' };
    case 'count':
      return orWord(spec, { type: 'integer', minimum: spec.min, maximum: spec.max });
    case 'number':
      return { type: 'number', minimum: spec.min, maximum: spec.max };
    case 'duration':
      return measured('(?:us|ms|s|m|h)', spec.none);
    case 'size':
      return measured('[BKMGTbkmgt]');
    case 'choice':
      if (!spec.numbered) return { enum: spec.choices };
      return { anyOf: [{ enum: spec.choices }, { pattern: `^${spec.numbered.word}=[1-9]\\d*$` }] };
    case 'list':
      return { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
    case 'text':
      return { anyOf: [{ type: 'string' }, { type: 'number' }] };
    case 'file':
      return { type: 'string' };
    default:
      return spec satisfies never;
  }
}

function orWord(
  { auto, none }: OptionSpec & { readonly kind: 'count' },
  shape: Record<string, unknown>,
): Record<string, unknown> {
  const words = [...(auto ? ['auto'] : []), ...(none ? ['none'] : [])];
  return words.length > 0 ? { anyOf: [shape, ...words.map((word) => ({ const: word }))] } : shape;
}

/** Only 0 needs no unit. */
function measured(units: string, none?: true): Record<string, unknown> {
  const more = none ? [{ const: 'none' }] : [];
  return { anyOf: [...more, { const: 0 }, { type: 'string', pattern: `^(?:0|\\d+(?:\\.\\d+)?${units})$` }] };
}
