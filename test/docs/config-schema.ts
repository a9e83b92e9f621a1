import { raceOptions } from '../../host/cli/commands/race/options.ts';
import type { OptionSpec } from '../../host/games/kit/option.ts';
import { optionText } from '../../host/games/kit/option-text.ts';
import { games } from '../../host/games/registry.ts';
import { commonOptions } from '../../host/settings/common-options.ts';

/** The schema of a `--config` file, from the options themselves. */
export function configSchema(): Record<string, unknown> {
  const tables: readonly Readonly<Record<string, OptionSpec>>[] = [
    ...Object.values(games).map(({ options }) => options),
    raceOptions,
  ];
  const all = [commonOptions, ...tables].flatMap(Object.keys);
  const names = [...new Set(all)].filter((name) => name !== 'config');
  const properties = names.map((name) => {
    const specs = [commonOptions, ...tables].map((table) => (table as Record<string, OptionSpec>)[name]);
    return [name, describedFor(specs.filter((spec) => spec !== undefined))];
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Options of wordhost in a file (--config), YAML or JSON',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

/** An option of several games has the help of the first, a default only where they agree, and the choices of all. */
function describedFor(specs: readonly OptionSpec[]): Record<string, unknown> {
  const { default: preset, ...first } = described(specs[0]!);
  const agree = specs.every((spec) => presetOf(spec) === presetOf(specs[0]!));
  const { description, ...shape } = first;
  const choices = specs.flatMap((spec) => (spec.kind === 'choice' ? spec.choices : []));
  const all = choices.length > 0 ? { enum: [...new Set(choices)] } : shape;
  return { description, ...(agree && preset !== undefined && { default: preset }), ...all };
}

function described(spec: OptionSpec): Record<string, unknown> {
  const preset = presetOf(spec);
  return {
    description: spec.help,
    ...(preset !== undefined && { default: preset }),
    ...shapeOf(spec),
  };
}

function presetOf(spec: OptionSpec): unknown {
  if (spec.kind === 'file') return undefined;
  if (spec.kind === 'duration' || spec.kind === 'size') return optionText(spec, spec.default) ?? undefined;
  return spec.default;
}

function shapeOf(spec: OptionSpec): Record<string, unknown> {
  switch (spec.kind) {
    case 'flag':
      return { type: 'boolean' };
    case 'count':
      return { type: 'integer', minimum: spec.min, maximum: spec.max };
    case 'duration':
      return measured('(?:us|ms|s|m|h)', spec.none);
    case 'size':
      return measured('[BKMGTbkmgt]');
    case 'choice':
      return { enum: spec.choices };
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

/** Only 0 needs no unit. */
function measured(units: string, none?: true): Record<string, unknown> {
  const more = none ? [{ const: 'none' }] : [];
  return { anyOf: [...more, { const: 0 }, { type: 'string', pattern: `^(?:0|\\d+(?:\\.\\d+)?${units})$` }] };
}
