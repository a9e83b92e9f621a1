import t from 'tap';
import { millis, seconds } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { edition } from '../../host/games/game.ts';
import { optionsOf } from '../../host/games/kit/option.ts';
import { games } from '../../host/games/registry.ts';
import { namedChoice } from '../../host/games/scrabble/board/board-choice.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import {
  type MatchPlan,
  type MatchRequest,
  type MatchSettings,
  planFromRequest,
  planMatch,
  readMatchRequest,
} from '../../host/match/plan.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { boardFrom } from '../games/boggle-table.ts';
import { lexiconWith } from '../games/table.ts';
import { expectOk } from '../support/expect-ok.ts';

const words = { ...lexiconWith(['AB', 'BA', 'CATS']), sha256: 'ab'.repeat(32), name: 'few' };
const infinite = namedChoice('infinite');

const common = {
  lexicon: words,
  seed: 'request',
  limits: { readyTimeout: seconds(3), gameTimeout: 0 },
  players: [1, 2].map((seat) => ({ seat, entry: 3 - seat, name: `p${seat}`, command: `./p${seat}` })),
};

/** One of each game, with options of every kind. */
const all: readonly MatchSettings[] = [
  {
    ...common,
    game: bananagrams,
    options: { ...settleOptions(bananagrams.options, []), bunch: { A: 9, B: 7 }, hand: 4, lenient: true },
    playerSeed: 'secret',
    rejudged: ['V1StGXR8_Z5jdHi6B-myT'],
  },
  {
    ...common,
    game: scrabble,
    options: {
      ...settleOptions(scrabble.options, []),
      board: infinite?.ok ? infinite.value : undefined,
      timeout: millis(250),
    },
    lexicon: undefined,
    players: common.players.map((player) =>
      player.seat === 1
        ? player
        : { ...player, options: { timeout: seconds(10), 'turn-cpu': Number.POSITIVE_INFINITY } },
    ),
    mirrored: true,
  },
  {
    ...common,
    game: boggle,
    options: { ...settleOptions(boggle.options, []), board: boardFrom('CATS/XQuAT'), rules: 'turns' },
    players: common.players.map((player) => ({ ...player, processor: player.seat })),
  },
];

const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function planned(value: unknown): MatchPlan {
  const reading = expectOk(readMatchRequest(value));
  return expectOk(
    planFromRequest(reading.request, ({ sha256 }) => (sha256 === words.sha256 ? words : undefined), games),
  ).plan;
}

for (const settings of all)
  t.test(`a match of ${settings.game.name} that is sent as JSON is the same match elsewhere`, async (t) => {
    const here = planMatch(settings);
    const there = planned(sent(here.request));
    t.equal(there.game, here.game);
    t.equal(there.setup.lexicon, here.setup.lexicon);
    t.same(there.setup.key, here.setup.key);
    t.same(there.limits, here.limits);
    t.same(there.setup.own, here.setup.own);
    t.same(there.request, here.request, 'to be sent on');
    const [one, other] = [here, there].map(({ game, setup }) => {
      const prepared = game.prepare(setup);
      return common.players.map(({ seat }) => game.greet(prepared, seat)).join('');
    });
    t.equal(other, one, 'the same board and tiles');
  });

t.test('the head of a record is such a request', async (t) => {
  for (const settings of all) {
    const plan = planMatch(settings);
    const { header } = plan;
    t.same(planned(sent(header)).request, plan.request);
    t.same(Object.keys(header), [
      ...['wordhost', 'version', 'edition', 'id', 'game', 'seed'],
      ...(settings.playerSeed === undefined ? [] : ['playerSeed']),
      ...(settings.mirrored ? ['mirrored'] : []),
      ...(settings.rejudged === undefined ? [] : ['rejudged']),
      ...['startedAt', 'options', 'dictionary', 'players', 'host'],
    ]);
  }
});

t.test('what a player has of its own is with the player, and of nobody else', async (t) => {
  const { header, request, setup } = planMatch(all[1]!);
  t.same(
    request.players.map(({ options }) => options),
    [undefined, { timeout: '10s', 'turn-cpu': 'none' }],
  );
  t.same(header.players, request.players);
  t.equal(request.options.timeout, '250ms');
  t.same(
    [1, 2].map((seat) => optionsOf(setup, seat).timeout),
    [millis(250), seconds(10)],
  );
  const alike = planMatch(all[2]!);
  t.equal(alike.setup.own, undefined);
  t.notOk(alike.request.players.some((player) => 'options' in player));
});

t.test('an option that is left out has its default, and the plan says it', async (t) => {
  const { request } = planMatch(all[2]!);
  const { timeout: _, 'ready-timeout': __, ...options } = request.options;
  const plan = planned({ ...request, options });
  t.equal(plan.request.options['ready-timeout'], '10s');
  t.equal(plan.request.options.timeout, request.options.timeout);
  t.equal(plan.limits.readyTimeout, seconds(10));
});

t.test('what is no request is refused with its place, what was expected and what came', async (t) => {
  const { request } = planMatch(all[0]!);
  const refused: readonly (readonly [unknown, string])[] = [
    [undefined, 'a match: expected an object; got nothing'],
    [null, 'a match: expected an object; got null'],
    [[], 'a match: expected an object; got a list of 0'],
    [{ ...request, id: '../x' }, 'id: expected an id of 21 characters; got "../x"'],
    [{ ...request, edition: undefined }, 'edition: expected a whole number from 1; got nothing'],
    [{ ...request, seed: 7 }, 'seed: expected a string; got 7'],
    [{ ...request, options: { hand: 4 } }, 'options["hand"]: expected a string or null; got 4'],
    [{ ...request, players: [] }, 'players: expected a list of at least 1; got a list of 0'],
    [
      { ...request, dictionary: { name: 'few', sha256: 'no', words: 3 } },
      'dictionary.sha256: expected a SHA-256 in hexadecimal; got "no"',
    ],
  ];
  for (const [value, expected] of refused) {
    const reading = readMatchRequest(value);
    t.equal(reading.ok ? 'read' : reading.problem, expected);
  }
  const reading = readMatchRequest({ ...request, more: 1, wordhost: 1 });
  t.same(reading, { ok: true, request: sent(request) }, 'what it does not know is left out');
});

t.test('a request that cannot be planned here says why, in a sentence', async (t) => {
  const { request } = planMatch(all[0]!);
  const [first, second] = request.players;
  const refused: readonly (readonly [Partial<MatchRequest>, string | RegExp])[] = [
    [{ game: 'chess' }, 'this version of wordhost does not know the game "chess"'],
    [{ game: 'toString' }, 'this version of wordhost does not know the game "toString"'],
    [{ edition: edition + 1 }, /^its edition is \d+, but this host supports editions 1 to \d+\. /],
    [{ players: [second!, first!] }, 'players[0].seat: expected 1; got 2'],
    [
      { players: Array.from({ length: 65 }, (_, index) => ({ ...first!, seat: index + 1 })) },
      'bananagrams is for 1 to 64 players; got 65',
    ],
    [
      { dictionary: { name: 'other', sha256: 'cd'.repeat(32), words: 1 } },
      `its word list "other" (SHA-256 ${'cd'.repeat(32)}) was not found`,
    ],
    [{ dictionary: { name: 'none' } }, 'bananagrams cannot be played without a word list'],
    [{ options: { ...request.options, hnad: '3' } }, 'its option "hnad" is unknown'],
    [
      { options: { ...request.options, hand: 'four' } },
      /^its option hand: expected a whole number from .*; got "four"$/,
    ],
    [{ options: { ...request.options, hand: '100' } }, /cannot.*played.*: the bunch has 16 tiles/],
  ];
  for (const [change, expected] of refused) {
    const words = (list: { sha256: string }) =>
      list.sha256 === common.lexicon.sha256 ? common.lexicon : undefined;
    const reading = planFromRequest({ ...request, ...change }, words, games);
    t.match(reading.ok ? 'planned' : reading.problem, expected);
  }
});

t.test('a match is planned for as many players as the game has seats for, in their order', async (t) => {
  const settings = all[2]!;
  const [one] = settings.players;
  for (const [players, problem] of [
    [[], 'boggle is for 1 to 16 players; got 0'],
    [
      Array.from({ length: 17 }, (_, index) => ({ ...one!, seat: index + 1 })),
      'boggle is for 1 to 16 players; got 17',
    ],
    [[one!, one!], 'players[1].seat: expected 2; got 1'],
  ] as const)
    t.throws(() => planMatch({ ...settings, players }), { message: `planMatch: ${problem}` });
});

t.test('a request with options that a player cannot have of its own is refused', async (t) => {
  const [, ofScrabble, ofBoggle] = all.map((settings) => planMatch(settings).request);
  const problem = (request: MatchRequest, options: Readonly<Record<string, string>>, more: object = {}) => {
    const [first, ...others] = request.players;
    const asked = {
      ...request,
      options: { ...request.options, ...more },
      players: [{ ...first!, options }, ...others],
    };
    const reading = planFromRequest(asked, () => words, games);
    return reading.ok ? undefined : reading.problem;
  };
  t.equal(problem(ofScrabble!, { timeout: '1s' }), undefined);
  t.match(problem(ofScrabble!, { timeout: '1' }), /^the option "timeout" of player 1: .*time.*unit/);
  const notItsOwn = 'players cannot have their own in this game';
  t.equal(problem(ofScrabble!, { handsize: '3' }), `the option "handsize" of player 1: ${notItsOwn}`);
  t.equal(problem(ofScrabble!, { toString: '3' }), `the option "toString" of player 1: ${notItsOwn}`);
  t.equal(problem(ofBoggle!, { timeout: '1s' }), undefined);
  t.equal(
    problem(ofBoggle!, { timeout: '1s' }, { rules: 'classic' }),
    `the option "timeout" of player 1: ${notItsOwn}`,
  );
});
