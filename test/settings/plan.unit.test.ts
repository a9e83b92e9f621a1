import t from 'tap';
import { drawId, drawSeed, keyOf, playerSeed, seedOfGame } from '../../host/core/seed.ts';
import { meant } from '../../host/core/text/near-name.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import type { OptionSpec } from '../../host/games/kit/option.ts';
import { optionText, readOption } from '../../host/games/kit/option-text.ts';
import { commonOptions } from '../../host/settings/common-options.ts';
import fc from '../support/laws.ts';

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
    t.match(readBack(duration, wrong), /expected a time with its unit .*; got "/, wrong);
});

t.test('a size is a number and its unit', async (t) => {
  t.equal(readBack(size, '512M'), 512 * 2 ** 20);
  t.equal(readBack(size, '64k'), 65_536);
  t.match(readBack(size, '512'), /expected a size with its unit/);
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
