import t from 'tap';
import { gameSettings } from '../../host/cli/playing/game-settings.ts';
import { limitOptions } from '../../host/games/kit/limit-options.ts';
import type { OptionSpec } from '../../host/games/kit/option.ts';
import { optionText } from '../../host/games/kit/option-text.ts';
import { commonOptions } from '../../host/settings/common-options.ts';
import { everyCommandOptions } from '../../host/settings/every-command-options.ts';
import { type FieldsOf, fieldsOf, type SettingTable } from '../../host/settings/fields.ts';
import { hostingOptions } from '../../host/settings/hosting-options.ts';
import { outputOptions } from '../../host/settings/output-options.ts';
import { seriesOptions } from '../../host/settings/series-options.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';

const groups: Readonly<Record<keyof ReturnType<typeof gameSettings>, SettingTable>> = {
  series: seriesOptions,
  output: outputOptions,
  limits: limitOptions,
  hosting: hostingOptions,
};

/** A text that is another value than the default. */
function otherText(spec: OptionSpec): string {
  switch (spec.kind) {
    case 'flag':
      return String(!spec.default);
    case 'count':
    case 'number':
    case 'duration':
    case 'size':
      return optionText(spec, spec.default === spec.min ? spec.max : spec.min)!;
    case 'choice':
      return spec.choices.find((choice) => choice !== spec.default)!;
    case 'text':
    case 'list':
      return 'another';
    case 'file':
      throw new Error('no option of the platform reads a file');
    default:
      return spec satisfies never;
  }
}

const settingsOf = (said: Readonly<Record<string, string>>) =>
  gameSettings(settleOptions(commonOptions, [{ where: (name) => `--${name}`, said }]));

t.test('each option of the platform reaches its field, and no other', async (t) => {
  const preset = settingsOf({});
  for (const [group, table] of Object.entries(groups))
    for (const [name, spec] of Object.entries(table)) {
      const changed = settingsOf({ [name]: otherText(spec) });
      const differing = Object.entries(changed).flatMap(([place, fields]) =>
        Object.keys(fields)
          .filter((field) => different(preset, changed, place, field))
          .map((field) => `${place}.${field}`),
      );
      t.same(differing, [`${group}.${spec.sets}`], name);
    }
  const tables = Object.values(groups).flatMap((table) => Object.keys(table));
  t.same(
    Object.keys(commonOptions).sort(),
    tables.sort(),
    'every option of every game is in one of the tables',
  );
});

type Settings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function different(one: object, other: object, place: string, field: string): boolean {
  const [before, after] = [one, other].map((each) => (each as Settings)[place]![field]);
  return JSON.stringify([before, typeof before]) !== JSON.stringify([after, typeof after]);
}

t.test('no two options set one field', async (t) => {
  for (const table of Object.values(groups)) {
    const fields = Object.values(table).map(({ sets }) => sets);
    t.equal(new Set(fields).size, fields.length, fields.join(' '));
  }
  for (const name of Object.keys(everyCommandOptions)) t.notOk(Object.hasOwn(commonOptions, name), name);
});

t.test('a row that names no field, and a field of another type, do not compile', async (t) => {
  // @ts-expect-error It says no field.
  const nowhere: SettingTable = { grace: { kind: 'duration', default: 0, min: 0, max: 1, help: '' } };
  const table = {
    grace: { kind: 'duration', default: 5, min: 0, max: 9, help: '', sets: 'graceNs' },
  } as const satisfies SettingTable;
  const fields: FieldsOf<typeof table> = fieldsOf(table, settleOptions(table, []));
  // @ts-expect-error It is a number.
  const text: string = fields.graceNs;
  // @ts-expect-error There is none of that name.
  t.equal(fields.grace, undefined);
  t.equal(text as unknown, 5);
  t.ok(nowhere);
});
