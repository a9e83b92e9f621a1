import t from 'tap';
import { Reader } from './reader.ts';
import {
  coming,
  fits,
  isDescribed,
  isRace,
  type Json,
  notBuilt,
  playAndCheck,
  type RealGame,
  raceSchema,
  typesOfBoggle,
  typesOfScrabble,
} from './schemas.ts';

/** Answers its turns with these lines, one after the other, and then no more. */
function says(...lines: readonly string[]): string {
  const answers = lines.map((line) => `"${line}"`).join(' ');
  return `set -- ${answers}; echo ready; while read -r word rest; do if [ "$word" = turn ]; then [ -z "$1" ] || echo "$1"; shift; fi; done`;
}

const boardThatFails = JSON.stringify({
  prog: 'if (_x_ < 9) then { _result_ := 1 } else { _result_ := 1 / 0 }',
  squares: { 1: { 0: '_result_ := pointValue(99)' } },
  usedSquare: 1,
  center: [0, 0],
  isInfinite: true,
});

const scrabbleGames: readonly (RealGame & { readonly came: Json })[] = [
  {
    name: 'a game to its end',
    options: '--max-turns 60',
    players: ['wordhost player random', 'wordhost player longest'],
    came: { outcome: 'won' },
  },
  {
    name: 'illegal plays, a turn that runs out, a late answer, one that gives up, an offender',
    options: '--timeout 2s --time-bank 1s --margin 0 --dictionary none --handsize 2 --tiles tiles.csv',
    players: [
      says('play 0 0 0A1 1 0 0A1', 'change 77', 'forfeit'),
      'echo ready; while read -r word rest; do [ "$word $rest" = "timeout 2" ] && echo "@1 pass"; done',
      says('pass', 'play 900 0'),
    ],
    came: {
      outcome: 'won',
      reason: 'last-player',
      players: [
        { outcome: 'forfeited', moves: 1, errors: 1 },
        { outcome: 'won' },
        { outcome: 'offender', offence: { kind: 'protocol', rule: 'form', unit: 'line' } },
      ],
    },
  },
  {
    name: 'illegal is out, on a board without end whose programs fail',
    options: '--illegal forfeit --dictionary none --handsize 2 --tiles tiles.csv --board fails.json',
    players: [says('play 0 0 0A1 1 0 0A1', 'play 9 0 0A1'), says('pass', 'pass')],
    came: {
      outcome: 'won',
      players: [{ outcome: 'offender', offence: { kind: 'illegal', rule: 'emptytile' } }, { outcome: 'won' }],
    },
  },
  {
    name: 'nobody lays anything',
    options: '--rules course',
    players: [says(...Array(3).fill('pass')), says(...Array(3).fill('pass'))],
    came: { reason: 'passed-out' },
  },
  {
    name: 'too many turns, from a position',
    options: `--max-turns 2 --position '${'15/'.repeat(7)}7AT6${'/15'.repeat(7)} A/ 4/2 0'`,
    players: [says('pass'), says('pass')],
    came: { outcome: 'timeout', reason: 'max-turns', turns: 2 },
  },
  {
    name: 'a turn with too much processor time',
    options: '--max-turns 1 --timeout none --turn-cpu 50ms --margin 0',
    players: ['echo ready; while read -r word rest; do while [ "$word" = turn ]; do :; done; done'],
    came: { reason: 'max-turns', players: [{ timeouts: 1, cpuTimeouts: 1 }] },
  },
];

t.test('Records and results of real games of Scrabble too', { skip: notBuilt }, async (t) => {
  using reader = new Reader();
  reader.save('tiles.csv', 'A,a,60,1,1\n');
  reader.save('fails.json', boardThatFails);
  const seen = new Set<string>();
  for (const game of scrabbleGames) {
    const { value, types } = playAndCheck(t, reader, 'scrabble', game);
    t.match(value, game.came, game.name);
    for (const type of types) seen.add(type);
  }
  for (const type of [...typesOfScrabble, 'deal', 'late', 'offence']) t.ok(seen.has(type), type);
});

/** By the classic rules: says all of this when the game begins. */
function shouts(...lines: readonly string[]): string {
  const text = lines.map((line) => `echo "${line}"`).join('; ');
  return `echo ready; while read -r word rest; do if [ "$word" = start ]; then ${text}; fi; done`;
}

const boggleBoard = '--board CATS/OEDO/ARIG/STNS';

const boggleGames: readonly (RealGame & { readonly came: Json })[] = [
  {
    name: 'a game to its end',
    options: '',
    players: ['wordhost player boggle', 'wordhost player boggle --level few'],
    came: { outcome: 'won', reason: 'played-out' },
  },
  {
    name: 'a word that two found, what is wrong, what comes after done, until the time is up',
    options: `${boggleBoard} --time 1s`,
    players: [
      shouts('guess cats', 'guess Dog', 'guess XQ', 'guess cats', 'done', 'guess toad'),
      shouts('guess CATS'),
    ],
    came: {
      reason: 'time-up',
      players: [
        { score: 1, moves: 2, errors: 2 },
        { score: 0, moves: 1 },
      ],
    },
  },
  {
    name: 'an offender',
    options: boggleBoard,
    players: [shouts('guess CATS', 'pass'), shouts('guess CATS')],
    came: {
      reason: 'last-player',
      players: [
        { outcome: 'offender', score: 0, offence: { kind: 'protocol', rule: 'word' } },
        { outcome: 'won' },
      ],
    },
  },
  {
    name: 'in turns: right, wrong, a pass, a turn that runs out, a late answer, one that gives up',
    options: `${boggleBoard} --rules turns --timeout 2s --time-bank 1s --margin 0`,
    players: [
      says('guess CATS', 'guess XQ', 'pass', 'forfeit'),
      'echo ready; while read -r word rest; do [ "$word $rest" = "timeout 2" ] && echo "@1 pass"; done',
    ],
    came: {
      reason: 'last-player',
      players: [{ outcome: 'forfeited', score: 1, moves: 1, errors: 1 }, { outcome: 'won' }],
    },
  },
  {
    name: 'in turns, to the last of them',
    options: `${boggleBoard} --rules turns --turns 3`,
    players: [says('pass', 'pass'), says('pass')],
    came: { outcome: 'draw', reason: 'turns-used', turns: 3 },
  },
];

t.test('Records and results of real games of Boggle too', { skip: notBuilt }, async (t) => {
  using reader = new Reader();
  const seen = new Set<string>();
  for (const game of boggleGames) {
    const { value, types } = playAndCheck(t, reader, 'boggle', game);
    t.match(value, game.came, game.name);
    for (const type of types) seen.add(type);
  }
  const common = ['board', 'turn', 'pass', 'timeout', 'late', 'forfeit', 'offence', 'scores'];
  for (const type of [...typesOfBoggle, ...common]) t.ok(seen.has(type), type);
});

t.test('What a race of each kind reports is as its schema says', { skip: notBuilt }, async (t) => {
  using reader = new Reader();
  for (const [what, command] of Object.entries({
    racers: 'wordhost race --gates 120 --players 3 --photo-finish 100us',
    players: `wordhost race --gates 20 "${coming}" "${coming}"`,
    records: `wordhost --quiet --record games "${coming}" "${coming}" > games.txt && wordhost race --from games`,
    'somebody who falls': `wordhost race --gates 3 "${coming} --pause 20ms" "printf n; head -c 30 > /dev/null; printf x; cat > /dev/null"`,
  })) {
    const { output } = reader.run(`${command} --json --quiet || true`);
    const report = JSON.parse(output) as Json;
    fits(t, isRace, report, what);
    isDescribed(t, report, raceSchema, what);
    for (const [name, schema] of Object.entries(raceSchema.properties as Record<string, Json>))
      if (schema.type === 'object') isDescribed(t, report[name] as Json, schema, `${what}: ${name}`);
  }
});
