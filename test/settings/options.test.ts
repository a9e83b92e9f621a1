import t from 'tap';
import { gameSettings } from '../../host/cli/series/players.ts';
import { drawId, drawSeed, keyOf, playerSeed, seedOfGame } from '../../host/core/seed.ts';
import { meant } from '../../host/core/text.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import type { OptionSpec } from '../../host/games/kit/option.ts';
import { limitOptions, optionText, readOption } from '../../host/games/kit/option.ts';
import { commonOptions } from '../../host/settings/option-groups.ts';
import {
  everyCommandOptions,
  type FieldsOf,
  fieldsOf,
  hostingOptions,
  type SettingTable,
} from '../../host/settings/options.ts';
import { outputOptions } from '../../host/settings/output-options.ts';
import { seriesOptions } from '../../host/settings/series-options.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import fc from '../support/laws.ts';

t.test('fields', async (t) => {
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

  const settingsOf = (texts: Readonly<Record<string, string>>) =>
    gameSettings(settleOptions(commonOptions, [{ where: (name) => `--${name}`, texts }]));

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
});

t.test('plan', async (t) => {
  const duration: OptionSpec = { kind: 'duration', default: 0, min: 0, max: 1e15, help: '' };
  const size: OptionSpec = { kind: 'size', default: 0, min: 0, max: 2 ** 50, help: '' };
  const count: OptionSpec = { kind: 'count', default: 1, min: 1, max: 9, help: '' };

  function readBack(spec: OptionSpec, text: string): unknown {
    const reading = readOption(spec, text);
    return reading.ok ? reading.value : reading.problem;
  }

  t.test('a duration is a number and its unit', async (t) => {
    t.equal(readBack(duration, '50us'), 50_000);
    t.equal(readBack(duration, '250ms'), 250e6);
    t.equal(readBack(duration, '1.5s'), 1.5e9);
    t.equal(readBack(duration, '3m'), 180e9);
    t.equal(readBack(duration, '1h'), 3600e9);
    t.equal(readBack(duration, '0'), 0, 'only 0 needs none');
    for (const wrong of ['10', '', 's', '-1s', '1 s', '1d', '1e3s', 'ten'])
      t.match(readBack(duration, wrong), /time.*unit .*; got "/, wrong);
  });

  t.test('a player has from a millisecond to a day to be ready, a game up to a week', async (t) => {
    const { 'ready-timeout': ready, 'game-timeout': game } = limitOptions;
    for (const [spec, text, value] of [
      [ready, '1ms', 1e6],
      [ready, '24h', 86_400e9],
      [game, '168h', 604_800e9],
    ] as const)
      t.equal(readBack(spec, text), value);
    for (const text of ['999.9us', '86401s']) t.match(readBack(ready, text), / from 1ms to 24h; got /);
    t.match(readBack(game, '604801s'), / to 168h; got /);
  });

  t.test('a size is a number and its unit', async (t) => {
    t.equal(readBack(size, '512M'), 512 * 2 ** 20);
    t.equal(readBack(size, '64k'), 65_536);
    t.match(readBack(size, '512'), /size with a unit/);
  });

  t.test('a count is a whole number in its range', async (t) => {
    t.equal(readBack(count, '9'), 9);
    for (const wrong of ['0', '10', '-1', '1.5', '0x2', '', 'many'])
      t.match(readBack(count, wrong), /expected a whole number from 1 to 9; got/, wrong);
  });

  t.test('what is written is read back to the same value', async () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e15 }),
        (nanos) => readBack(duration, optionText(duration, nanos)!) === nanos,
      ),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 40 }),
        (k) => readBack(size, optionText(size, k * 1024)!) === k * 1024,
      ),
    );
  });

  t.test('every default can be written, and is read back', async (t) => {
    for (const [name, spec] of Object.entries({ ...commonOptions, ...bananagramsOptions } as Record<
      string,
      OptionSpec
    >)) {
      if (spec.default === undefined || spec.kind === 'list') continue;
      t.same(readBack(spec, optionText(spec, spec.default)!), spec.default, name);
    }
  });

  t.test('a name that was nearly right is found', async (t) => {
    const names = ['seed', 'stall', 'grace', 'photo-finish'];
    t.equal(meant('sede', names), '; did you mean seed?');
    t.equal(meant('grce', names), '; did you mean grace?');
    t.equal(meant('photofinish', names), '; did you mean photo-finish?');
    t.equal(meant('xyzzy', names), '');
  });

  t.test('seeds: drawn ones differ, derived ones are always the same', async (t) => {
    t.not(drawSeed(), drawSeed());
    t.equal(seedOfGame('42', 7), seedOfGame('42', 7));
    t.not(seedOfGame('42', 7), seedOfGame('42', 8));
    t.same(keyOf('42'), keyOf('42'));
    t.notSame(keyOf('42'), keyOf('43'));
  });

  t.test("a player's seed is a number of 31 bits, its own for each match and seat", async (t) => {
    t.equal(playerSeed('42', 1), playerSeed('42', 1));
    t.equal(new Set([playerSeed('42', 1), playerSeed('42', 2), playerSeed('43', 1)]).size, 3);
    for (let seat = 1; seat < 200; seat++) t.ok(playerSeed('x', seat) < 2 ** 31);
  });

  t.test('no id could be taken for an option', async (t) => {
    for (let drawn = 0; drawn < 2000; drawn++) if (drawId().startsWith('-')) t.fail('an id begins with -');
    t.match(drawId(), /^[\w-]{21}$/);
  });
});
