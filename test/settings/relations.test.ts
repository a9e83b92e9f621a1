import t from 'tap';
import { compareOptions } from '../../host/cli/compare/compare-options.ts';
import { UsageError } from '../../host/core/errors.ts';
import { commonOptions } from '../../host/settings/option-groups.ts';
import { refuseBroken } from '../../host/settings/relations.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';

type Given = Readonly<Record<string, string>>;

const problemOf = (line: Given, environment: Given = {}): string => {
  const table = { ...commonOptions, ...compareOptions };
  const sources = [
    { where: (name: string) => (line[name] === 'false' ? `--no-${name}` : `--${name}`), texts: line },
    { where: (name: string) => `WORDHOST_${name}`, texts: environment, isShared: true },
  ];
  try {
    refuseBroken(table, settleOptions(table, sources), sources);
    return 'none';
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
};

const server = 'postgres://db.example/farm';

t.test('options that need or exclude each other are named with the places that set them', async (t) => {
  const elsewhere = 'use one or the other: workers on any';
  const cases: readonly (readonly [line: Given, says: RegExp | 'none', environment?: Given])[] = [
    [{ records: 'false' }, /^--no-records requires --store FILE\|URL$/],
    [{ records: 'false', store: 'x.db' }, 'none'],
    [{}, 'none', { records: 'false' }],
    [{ weight: '2' }, /^--weight requires --store postgres:\/\/…: workers.*several/],
    [
      { weight: '2', store: 'x.db' },
      /^--weight requires --store postgres:\/\/…; got --store x\.db: workers play/,
    ],
    [{ weight: '2', jobs: '0', store: server }, 'none'],
    [{ jobs: '0' }, /^--jobs 0 requires --store postgres:\/\/…: other workers play \(wordhost worker\)$/],
    [
      { pin: 'true', store: server },
      /^--pin and --store: use one or the other: workers on any machine play$/,
    ],
    [{ trace: 'true', store: server }, new RegExp(`^--trace and --store: ${elsewhere}`)],
    [{ 'record-bad': 'bad', store: server }, /^--record-bad and --store: use one or the other/],
    [{ pin: 'true', store: 'x.db' }, 'none'],
    [{ pin: 'false', store: server }, 'none'],
    [{ network: 'true' }, /^--network requires --sandbox strict; got --sandbox auto: without it players can/],
    [
      { sandbox: 'off' },
      /^WORDHOST_network requires --sandbox strict; got --sandbox off/,
      { network: 'true' },
    ],
    [{ network: 'true', readable: '/usr', sandbox: 'strict' }, 'none'],
    [{ games: '4', elo1: '5' }, /^--games and --elo1: use one or the other: --games N plays N games without/],
    [{ games: '4' }, 'none', { elo1: '5' }],
    [{ 'not-worse': 'true' }, /^--not-worse and WORDHOST_elo1: use one or the other/, { elo1: '5' }],
    [{ 'not-worse': 'false', elo1: '5' }, 'none'],
    [{ test: 'anytime', model: 'logistic' }, /^--test anytime and --model: use one or the other/],
    [{ test: 'sprt', difference: '5' }, /^--difference and --test sprt: use one or the other/],
    [{ mirrored: 'true', rotate: 'false' }, /^--mirrored and --no-rotate: use one or the other: with/],
    [{ mirrored: 'true', rotate: 'true' }, 'none'],
    [{ record: 'all', 'record-bad': '' }, 'none', { 'record-bad': 'bad' }],
    [{ view: 'true', 'replay-overloaded': '2' }, /^--view and --replay-overloaded 2: use one or the other/],
    [{ view: 'true', 'replay-overloaded': '0' }, 'none'],
  ];
  for (const [line, says, environment] of cases) t.match(problemOf(line, environment), says, line);
});

t.test('all broken relations are told together', async (t) => {
  const problem = problemOf({ network: 'true', records: 'false' });
  t.match(problem, /^--network requires .*$/m);
  t.match(problem, /^--no-records requires .*$/m);
});
