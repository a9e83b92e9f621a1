import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readPlaced } from '../../host/settings/config/placed-file.ts';
import { everyCommandOptions } from '../../host/settings/options.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { type KnownOptions, sourcesBeside } from '../../host/settings/sources.ts';

const table = {
  grace: { kind: 'duration', default: 1e9, min: 0, max: 600e9, help: 'time' },
  names: { kind: 'list', default: [], help: 'names' },
  json: { kind: 'flag', default: false, help: 'JSON' },
  seed: { kind: 'text', default: undefined, help: 'seed' },
  tiles: { kind: 'count', default: 1, min: 0, max: 1e6, help: 'count' },
  'max-late': { kind: 'size', default: 1024, min: 0, max: 2 ** 40, help: 'size' },
  ...everyCommandOptions,
} as const;

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

t.test('the order is command line, variable, file, default', async (t) => {
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
});

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
  const expected = 'expected a time with a unit (us, ms, s, m, h), such as 250ms or 10s, from 0 to 10m; got';
  await t.rejects(settled({ line: { grace: ['x'] } }), { message: `--grace: ${expected} "x"` });
  await t.rejects(settled({ environment: { WORDHOST_OPT_GRACE: 'y' } }), {
    message: `WORDHOST_OPT_GRACE: ${expected} "y"`,
  });
  const file = fileIn(t, 'grace: 10\n');
  await t.rejects(settled({ line: { config: [file] } }), { message: `${file}:1:1: grace: ${expected} "10"` });
  const list = fileIn(t, 'grace: [1s]\n');
  await t.rejects(settled({ line: { config: [list] } }), {
    message: /own\.yaml:1:1: grace: expected .* got \["1s"\]$/,
  });
});

t.test('the last of two values counts; a mistake in the first is a mistake', async (t) => {
  t.equal((await settled({ line: { grace: ['2s', '3s'] } })).grace, 3e9);
  await t.rejects(settled({ line: { grace: ['soon', '3s'] } }), {
    message: /^--grace: expected .* got "soon"$/,
  });
  t.same((await settled({ line: { names: ['Ada', 'Ben'] } })).names, ['Ada', 'Ben'], 'of a list all count');
});

t.test('an unknown name in a variable or file is refused with a near one', async (t) => {
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
      message: new RegExp(`own\\.yaml:1:1: unknown option "${name}"`),
    });
  await t.rejects(settled({ environment: { WORDHOST_OPT_NO_JSON: '1' } }), {
    message: 'WORDHOST_OPT_NO_JSON: unknown option; to turn it off, write WORDHOST_OPT_JSON=false',
  });
  await t.rejects(settled({ line: { config: [fileIn(t, 'no-json: true\n')] } }), {
    message: /unknown option "no-json"; .*write json: false$/,
  });
  await t.rejects(settled({ line: { config: [fileIn(t, 'no-grace: true\n')] } }), {
    message: /unknown option "no-grace"$/,
  });
  await t.rejects(settled({ line: { config: [fileIn(t, 'graec: 1s\n')] } }), {
    message: /; did you mean grace\?$/,
  });
});

t.test('an option of another command is ignored where all commands read it', async (t) => {
  const file = fileIn(t, 'gates: 5\ngrace: 2s\n');
  t.equal((await settled({ environment: { WORDHOST_OPT_GATES: '5' } })).grace, 1e9);
  t.equal((await settled({ environment: { WORDHOST_OPT_CONFIG: file } })).grace, 2e9);
  await t.rejects(settled({ line: { config: [file] } }), {
    message: `${file}:1:1: unknown option "gates" here; it is an option of wordhost race`,
  });
});

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
    message: `${file}:1:1: seed: expected a string; got an empty value`,
  });
});

t.test('a file with comments alone has no options, and one of several documents is refused', async (t) => {
  t.equal((await settled({ line: { config: [fileIn(t, '# grace: 2s\n')] } })).grace, 1e9);
  const several = fileIn(t, 'grace: 2s\n---\njson: true\n');
  await t.rejects(settled({ line: { config: [several] } }), {
    message: `${several}:2:1: expected one YAML document; got several, separated by \`---\``,
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
      message: /^--config .*own\.yaml: expected.*values.* `games: 10`$/,
    });
  await t.rejects(settled({ line: { config: [fileIn(t, '{"grace": ')] } }), {
    message: /own\.yaml:1:\d+: ./,
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
    message: /own\.yaml:1:11: players\[0\]: expected a command, or `command` and .*; got 7$/,
  });
  await t.rejects(sourcesBeside(line, {}, known), { message: `${config}:1:1: unknown option "players"` });
});

t.test('a file that a variable names is for all commands, and has no players', async (t) => {
  const shared = async (text: string) => {
    const none = { where: (name: string) => `--${name}`, texts: {} };
    const environment = { WORDHOST_OPT_CONFIG: fileIn(t, text) };
    return await sourcesBeside(none, environment, { ...known, takesPlayers: true });
  };
  await t.rejects(shared('players: [./a]\n'), {
    message: /own\.yaml:1:1: players: .*file.*command: use --config instead of WORDHOST_OPT_CONFIG$/,
  });
  for (const players of ['3', '0x3'])
    t.equal((await shared(`players: ${players}\n`)).file!.players, undefined, 'an option of another command');
});
