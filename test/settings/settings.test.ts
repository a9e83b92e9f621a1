import { join } from 'node:path';
import t, { type Test } from 'tap';
import { gameSettings } from '../../host/cli/series/players.ts';
import { drawId, drawSeed, keyOf, playerSeed, seedOfGame } from '../../host/core/seed.ts';
import { meant } from '../../host/core/text.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { OptionSpec } from '../../host/games/kit/option.ts';
import { limitOptions, optionText, perPlayer, readOption } from '../../host/games/kit/option.ts';
import { readPlaced } from '../../host/settings/config/placed-file.ts';
import { readPlayers } from '../../host/settings/config/players-in-file.ts';
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
import { type KnownOptions, sourcesBeside } from '../../host/settings/sources.ts';
import { readTournament } from '../../host/tournament/tournament-file.ts';
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

t.test('placed file', async (t) => {
  async function tournamentOf(text: string) {
    const reading = await readPlaced(text);
    if (!reading.ok) throw new Error(reading.problem);
    return readTournament(reading.file.value);
  }

  t.test(
    'the texts of a tournament file are as they are written, its numbers what they come to',
    async (t) => {
      const file = `game: boggle
players: [{ name: 007, command: ./a, env: [1e3] }, { name: 7, command: ./b }]
format: { kind: round-robin, rounds: 0x10, seats: 2.0 }
options: { player-seed: 0.10, json: True }
`;
      for (const seed of ['12345678901234567890', '007', '1e3', '0x10', '0.10'])
        t.match(await tournamentOf(`${file}seed: ${seed}\n`), {
          seed,
          players: [{ name: '007', env: ['1e3'] }, { name: '7' }],
          format: { rounds: 16, seats: 2 },
          options: { 'player-seed': '0.10', json: 'true' },
        });
    },
  );
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
      t.match(readBack(duration, wrong), /expected a time with a unit .*; got "/, wrong);
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
    t.match(readBack(size, '512'), /expected a size with a unit/);
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

t.test('players in file', async (t) => {
  const read = (value: unknown) =>
    readPlayers('match.yaml', value, perPlayer(boggle.options, 'turns')).players;
  const refused = (value: unknown) => {
    try {
      read(value);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  t.test('a player has its command, and of the rest only what is said of it', async (t) => {
    const [short, long] = read([
      './a b',
      {
        ...{ command: './b', name: 7, copies: 3, cwd: 'there', env: ['A=1', 'B=x y'], memory: '64M' },
        ...{ 'player-cpu': '2s', 'max-processes': 4, 'max-unread': '2K' },
      },
    ]);
    t.same(short!.settings, { command: './a b' });
    t.notOk('options' in short!);
    t.same(long!.settings, {
      ...{
        command: './b',
        name: '7',
        copies: 3,
        cwd: 'there',
        env: ['A=1', 'B=x y'],
        memoryCap: 64 * 2 ** 20,
      },
      ...{ cpuCap: 2e9, processCap: 4, unreadCap: 2048 },
    });
  });

  t.test('a player can have limits of its turns of its own', async (t) => {
    const [player] = read([{ command: './a', timeout: 'none', 'turn-cpu': '2s', memory: '1G' }]);
    t.same(player!.options, { timeout: Number.POSITIVE_INFINITY, 'turn-cpu': 2e9 });
    t.same(player!.settings, { command: './a', memoryCap: 2 ** 30 });
    t.match(
      refused([{ command: './a', timeout: 5 }]),
      /^match\.yaml: players\[0\]\.timeout: expected a time with a unit .*; got "5"; did you mean 5s\?$/,
    );
    t.match(
      refused([{ command: './a', margin: '1s' }]),
      /unknown setting of a player, "margin": it has .*, timeout, turn-cpu$/,
    );
  });

  t.test('what is wrong is named with the file and the place in it', async (t) => {
    const at = (wrong: object) => refused(['./a', { command: './b', ...wrong }]);
    t.match(
      at({ memory: 'much' }),
      /^match\.yaml: players\[1\]\.memory: expected a size with a unit .*; got "much"$/,
    );
    t.match(
      at({ copies: 0 }),
      /^match\.yaml: players\[1\]\.copies: expected a whole number from 1 to 64; got "0"$/,
    );
    t.match(
      at({ env: { A: '1' } }),
      'match.yaml: players[1].env: expected a string, or a list of strings, such as [NAME=VALUE, …]; got {"A":"1"}',
    );
    t.match(at({ cwd: null }), 'match.yaml: players[1].cwd: expected a string; got null');
    t.match(
      at({ comand: 'x' }),
      'match.yaml: players[1]: unknown setting of a player, "comand"; did you mean command?',
    );
    t.match(
      at({ seed: 1 }),
      /^match\.yaml: players\[1\]: unknown setting of a player, "seed": it has command, name, /,
    );
    t.match(at({ __proto__: null, constructor: 1 }), /unknown setting of a player, "constructor": it has/);
    t.match(
      refused([{ name: 'x' }]),
      'match.yaml: players[0].command: expected a command for the shell; got nothing',
    );
    t.match(refused([' ']), 'match.yaml: players[0].command: expected a command for the shell; got nothing');
    t.match(
      refused([['./a']]),
      /^match\.yaml: players\[0\]: expected a command, or `command` and .*; got \["\.\/a"\]$/,
    );
    for (const [value, came] of [
      [[], '[]'],
      [{ command: './a' }, '{"command":"./a"}'],
      [3, '3'],
      [null, 'null'],
    ] as const)
      t.equal(
        refused(value),
        `match.yaml: players: expected a list of players, such as \`players: [{ command: ./bot }]\`; got ${came}`,
      );
  });
});

t.test('sources', async (t) => {
  const table = {
    grace: { kind: 'duration', default: 1e9, min: 0, max: 600e9, help: 'time' },
    names: { kind: 'list', default: [], help: 'names' },
    json: { kind: 'flag', default: false, help: 'JSON' },
    seed: { kind: 'text', default: undefined, help: 'seed' },
    tiles: { kind: 'count', default: 1, min: 0, max: 1e6, help: 'count' },
    'max-late': { kind: 'size', default: 1024, min: 0, max: 2 ** 40, help: 'size' },
    ...everyCommandOptions,
  } as const;

  /** Options of two other commands. */
  const others: Readonly<Record<string, string>> = { gates: 'wordhost race', hand: 'wordhost bananagrams' };
  const known: KnownOptions = {
    table,
    elsewhere: async (name) => (Object.hasOwn(others, name) ? others[name] : undefined),
    everywhere: async () => Object.keys(others),
  };

  interface Said {
    readonly line?: Readonly<Record<string, readonly string[]>>;
    readonly environment?: Readonly<Record<string, string>>;
  }

  async function settled({ line = {}, environment = {} }: Said) {
    const source = { where: (name: string) => `--${name}`, texts: line };
    const { variables, file } = await sourcesBeside(source, environment, known);
    return settleOptions(table, [source, variables, ...(file ? [file] : [])]);
  }

  function fileIn(t: Test, text: string): string {
    return join(t.testdir({ 'own.yaml': text }), 'own.yaml');
  }

  t.test(
    'the command line goes before the variable, the variable before the file, the file before the default',
    async (t) => {
      const config = [fileIn(t, 'grace: 4s\nmax-late: 2K\n')];
      const environment = { WORDHOST_OPT_GRACE: '3s' };
      t.equal((await settled({})).grace, 1e9);
      t.equal((await settled({ line: { config } })).grace, 4e9);
      t.equal((await settled({ line: { config }, environment })).grace, 3e9);
      t.equal((await settled({ line: { config, grace: ['2s'] }, environment })).grace, 2e9);
      t.equal(
        (await settled({ line: { config, grace: ['2s'] }, environment }))['max-late'],
        2048,
        'each for itself',
      );
    },
  );

  t.test('a variable has the name in capitals, with _ for -', async (t) => {
    t.equal((await settled({ environment: { WORDHOST_OPT_MAX_LATE: '3K' } }))['max-late'], 3072);
    t.equal(
      (await settled({ environment: { WORDHOST_GRACE: '9s', PATH: '/bin' } })).grace,
      1e9,
      'others are not ours',
    );
  });

  t.test('a file has lists, numbers and flags as YAML has them', async (t) => {
    const config = [fileIn(t, 'names: [Ada, 7]\njson: true\ngrace: 0\n')];
    t.match(await settled({ line: { config } }), { names: ['Ada', '7'], json: true, grace: 0 });
  });

  t.test('a text of a file is as it is written, a number what it comes to', async (t) => {
    const written = ['12345678901234567890', '007', '1e3', '0x10', '0.10', '-0', 'True', '.nan', '1e400'];
    for (const seed of written)
      t.equal((await settled({ line: { config: [fileIn(t, `seed: ${seed}\n`)] } })).seed, seed);
    const json = fileIn(t, '{"seed": 12345678901234567890, "names": ["007", 007, 1e3], "tiles": 1e3}');
    t.match(await settled({ line: { config: [json] } }), {
      seed: '12345678901234567890',
      names: ['007', '007', '1e3'],
      tiles: 1000,
    });
    const same = fileIn(t, 'seed: &one 010\nnames: [*one]\njson: True\ngrace: 0.0s\ntiles: 0x10\n');
    t.match(await settled({ line: { config: [same] } }), {
      seed: '010',
      names: ['010'],
      json: true,
      grace: 0,
      tiles: 16,
    });
  });

  t.test('the error of a wrong value names the place that it is from', async (t) => {
    const expected =
      'expected a time with a unit (us, ms, s, m, h), such as 250ms or 10s, from 0 to 10m; got';
    await t.rejects(settled({ line: { grace: ['x'] } }), { message: `--grace: ${expected} "x"` });
    await t.rejects(settled({ environment: { WORDHOST_OPT_GRACE: 'y' } }), {
      message: `WORDHOST_OPT_GRACE: ${expected} "y"`,
    });
    const file = fileIn(t, 'grace: 10\n');
    await t.rejects(settled({ line: { config: [file] } }), { message: `${file}: grace: ${expected} "10"` });
    const list = fileIn(t, 'grace: [1s]\n');
    await t.rejects(settled({ line: { config: [list] } }), {
      message: /own\.yaml: grace: expected .* got \["1s"\]$/,
    });
  });

  t.test(
    'of an option that is given twice the last one counts, and a mistake in the first is a mistake',
    async (t) => {
      t.equal((await settled({ line: { grace: ['2s', '3s'] } })).grace, 3e9);
      await t.rejects(settled({ line: { grace: ['soon', '3s'] } }), {
        message: /^--grace: expected .* got "soon"$/,
      });
      t.same(
        (await settled({ line: { names: ['Ada', 'Ben'] } })).names,
        ['Ada', 'Ben'],
        'of a list all count',
      );
    },
  );

  t.test(
    'a name that no command has is refused in a variable and in a file, with one that is near',
    async (t) => {
      await t.rejects(settled({ environment: { WORDHOST_OPT_GRACES: '1s' } }), {
        message: 'WORDHOST_OPT_GRACES: unknown option; did you mean WORDHOST_OPT_GRACE?',
      });
      await t.rejects(settled({ environment: { WORDHOST_OPT_grace: '1s' } }), {
        message: /did you mean WORDHOST_OPT_GRACE\?/,
      });
      await t.rejects(settled({ environment: { WORDHOST_OPT_GATSE: '1' } }), {
        message: 'WORDHOST_OPT_GATSE: unknown option; did you mean WORDHOST_OPT_GATES?',
      });
      await t.rejects(settled({ environment: { WORDHOST_OPT_CONFIG: fileIn(t, 'gatse: 1\n') } }), {
        message: /unknown option "gatse"; did you mean gates\?$/,
      });
      await t.rejects(settled({ environment: { WORDHOST_OPT_XYZZY: '1' } }), {
        message: 'WORDHOST_OPT_XYZZY: unknown option',
      });
      for (const name of ['constructor', '__proto__', 'config'])
        await t.rejects(settled({ line: { config: [fileIn(t, `${name}: x\n`)] } }), {
          message: new RegExp(`own\\.yaml: unknown option "${name}"`),
        });
      await t.rejects(settled({ environment: { WORDHOST_OPT_NO_JSON: '1' } }), {
        message: 'WORDHOST_OPT_NO_JSON: unknown option; to turn it off, write WORDHOST_OPT_JSON=false',
      });
      await t.rejects(settled({ line: { config: [fileIn(t, 'no-json: true\n')] } }), {
        message: /unknown option "no-json"; to turn it off, write json: false$/,
      });
      await t.rejects(settled({ line: { config: [fileIn(t, 'no-grace: true\n')] } }), {
        message: /unknown option "no-grace"$/,
      });
      await t.rejects(settled({ line: { config: [fileIn(t, 'graec: 1s\n')] } }), {
        message: /; did you mean grace\?$/,
      });
    },
  );

  t.test(
    'an option of another command is passed over where all commands read it, and refused where one does',
    async (t) => {
      const file = fileIn(t, 'gates: 5\ngrace: 2s\n');
      t.equal((await settled({ environment: { WORDHOST_OPT_GATES: '5' } })).grace, 1e9);
      t.equal((await settled({ environment: { WORDHOST_OPT_CONFIG: file } })).grace, 2e9);
      await t.rejects(settled({ line: { config: [file] } }), {
        message: `${file}: unknown option "gates" here; it is an option of wordhost race`,
      });
    },
  );

  t.test('an empty text is none: a variable without one says nothing, elsewhere it is refused', async (t) => {
    t.match(await settled({ environment: { WORDHOST_OPT_SEED: '', WORDHOST_OPT_JSON: '' } }), {
      seed: undefined,
      json: false,
    });
    await t.rejects(settled({ line: { seed: [''] } }), {
      message: '--seed: expected a string; got an empty value',
    });
    await t.rejects(settled({ line: { names: ['Ada', ''] } }), {
      message: '--names: expected a string; got an empty value',
    });
    const file = fileIn(t, 'seed: ""\n');
    await t.rejects(settled({ line: { config: [file] } }), {
      message: `${file}: seed: expected a string; got an empty value`,
    });
  });

  t.test('a file with comments alone has no options, and one of several documents is refused', async (t) => {
    t.equal((await settled({ line: { config: [fileIn(t, '# grace: 2s\n')] } })).grace, 1e9);
    const several = fileIn(t, 'grace: 2s\n---\njson: true\n');
    await t.rejects(settled({ line: { config: [several] } }), {
      message: `--config ${several}: expected one YAML document; got several, separated by \`---\``,
    });
  });

  t.test('a file that would take the reader long is refused before, and none makes it warn', async (t) => {
    const warnings: Error[] = [];
    const listener = (warning: Error) => void warnings.push(warning);
    process.on('warning', listener);
    t.teardown(() => process.off('warning', listener));
    const names = Array.from({ length: 30_000 }, (_, index) => index.toString(36));
    const tooMany = /: expected at most 1000 names in an object; it has more$/;
    const expansion = 'bcdefghi'.replaceAll(/./g, (name, index: number) => {
      const before = String.fromCharCode(name.charCodeAt(0) - 1);
      return `${name}: &${name}${index} [${`*${before}${index - 1},`.repeat(9)}]\n`;
    });
    for (const [text, message] of [
      [names.map((name) => `${name}:\n`).join(''), tooMany],
      [`{${names.join(',\n')}}`, tooMany],
      [`a: &a-1 [${'x,'.repeat(9)}]\n${expansion}`, /: Excessive alias count/],
      [`a: &a [*a]\n`, /unknown option "a"/],
      [`a: [&a x${',*a'.repeat(30_000)}]\n`, /: Excessive alias count/],
      [`# ${'x'.repeat(300_000)}\n`, /expected at most 262144 bytes; it has more$/],
      ['? {a: b}\n: !!js/function x\n', /unknown option/],
    ] as const)
      await t.rejects(settled({ line: { config: [fileIn(t, text)] } }), { message });
    // They are emitted in the next turn.
    await new Promise((resolve) => void setImmediate(resolve));
    t.strictSame(warnings, []);
    const listed = names
      .map((name) => `- { name: "${name}" }\n`)
      .join('')
      .slice(0, 200_000);
    t.match(
      await readPlaced(listed.slice(0, listed.lastIndexOf('-'))),
      { ok: true },
      'many players are none too many',
    );
  });

  t.test('a file that cannot be read, or has no options in it, is named with what named it', async (t) => {
    await t.rejects(settled({ line: { config: ['/none'] } }), {
      message: /^--config: cannot read \/none: no such file or folder/,
    });
    await t.rejects(settled({ environment: { WORDHOST_OPT_CONFIG: '/none' } }), {
      message: /^WORDHOST_OPT_CONFIG: cannot read \/none: no such file or folder/,
    });
    for (const text of ['- grace\n', 'grace\n', ''])
      await t.rejects(settled({ line: { config: [fileIn(t, text)] } }), {
        message: /^--config .*own\.yaml: expected options and values, such as `games: 10`$/,
      });
    await t.rejects(settled({ line: { config: [fileIn(t, '{"grace": ')] } }), {
      message: /^--config .*own\.yaml: /,
    });
  });

  t.test('players are read from the file that the line names, and for commands that take some', async (t) => {
    const config = fileIn(t, 'players: [./a, { command: ./b, name: 007, copies: 0x2 }]\n');
    const line = { where: (name: string) => `--${name}`, texts: { config: [config] } };
    const playing = { ...known, takesPlayers: true };
    const { file } = await sourcesBeside(line, {}, playing);
    t.same(
      file!.players!.players.map(({ command }) => command),
      ['./a', './b'],
    );
    t.match(file!.players!.players[1]!.settings, { name: '007', copies: 2 });
    const number = { ...line, texts: { config: [fileIn(t, 'players: [007]\n')] } };
    await t.rejects(sourcesBeside(number, {}, playing), {
      message: /players\[0\]: expected a command, or `command` and .*; got 7$/,
    });
    await t.rejects(sourcesBeside(line, {}, known), { message: `${config}: unknown option "players"` });
  });

  t.test('a file that a variable names is for all commands, and has no players', async (t) => {
    const shared = async (text: string) => {
      const none = { where: (name: string) => `--${name}`, texts: {} };
      const environment = { WORDHOST_OPT_CONFIG: fileIn(t, text) };
      return await sourcesBeside(none, environment, { ...known, takesPlayers: true });
    };
    await t.rejects(shared('players: [./a]\n'), {
      message:
        /own\.yaml: players: a file with players is for one command: use --config instead of WORDHOST_OPT_CONFIG$/,
    });
    for (const players of ['3', '0x3'])
      t.equal(
        (await shared(`players: ${players}\n`)).file!.players,
        undefined,
        'an option of another command',
      );
  });
});
