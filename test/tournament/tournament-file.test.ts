import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { readPlaced } from '../../host/settings/config/placed-file.ts';
import {
  isSameAs,
  nextVersion,
  readStoredTournament,
  type StoredTournament,
  tournamentOf,
} from '../../host/tournament/stored-tournament.ts';
import { FileFault, readTournament } from '../../host/tournament/tournament-file.ts';
import { root } from '../docs/pages.ts';
import { expectOk } from '../support/expect-ok.ts';
import { plain } from './schedule/play-out.ts';

t.test('kept tournament', async (t) => {
  const player = (name: string) => ({ name, command: `./${name}`, options: {} });
  const league: StoredTournament = {
    wordhost: 1,
    kind: 'tournament',
    name: 'league',
    game: 'scrabble',
    options: { timeout: '5s' },
    players: [player('ada'), player('ben')],
    format: { ...plain, kind: 'swiss', rounds: 3 },
    seed: 'spring',
    dictionary: 'abc',
    offender: 'lose',
    from: 1,
  };

  t.test('players and rounds may be added: those who were there keep their places', async (t) => {
    const more = {
      ...league,
      players: [player('cat'), player('ben'), player('ada')],
      format: { ...league.format, rounds: 5 },
    };
    const next = expectOk(nextVersion(league, { ...more, from: 3 }));
    t.same(
      next.version.players.map(({ name }) => name),
      ['ada', 'ben', 'cat'],
    );
    const { entrants, players } = tournamentOf([league, next.version]);
    t.same(entrants.from, [1, 1, 3]);
    t.same(
      entrants.versions.map(({ players, format }) => [players, format.rounds]),
      [
        [2, 3],
        [3, 5],
      ],
    );
    t.same(players, ['ada', 'ben', 'cat']);
  });

  t.test('the heroes of a gauntlet stay those who have played as such', async (t) => {
    const format = { ...plain, kind: 'gauntlet', heroes: 2 } as const;
    const [ada, ben, cat, dan] = ['ada', 'ben', 'cat', 'dan'].map(player);
    const before = { ...league, format, players: [ada!, ben!, cat!] };
    t.match(nextVersion(before, { ...before, players: [cat!, ada!, ben!] }), {
      ok: false,
      problem: 'the heroes were ada, ben and are cat, ada',
    });
    t.match(nextVersion(before, { ...before, players: [dan!, ada!, ben!, cat!] }), { ok: false });
    t.match(nextVersion(before, { ...before, players: [ben!, ada!, dan!, cat!] }), { ok: true });
  });

  t.test('a change that makes earlier games another tournament is refused, and said', async (t) => {
    const changes: readonly (readonly [Partial<StoredTournament>, string])[] = [
      [{ game: 'boggle' }, 'game was "scrabble" and is "boggle"'],
      [{ seed: 'autumn' }, 'seed was "spring" and is "autumn"'],
      [{ options: {} }, 'options.timeout was "5s" and is nothing'],
      [{ dictionary: null }, 'dictionary was "abc" and is nothing'],
      [{ offender: 'drop' }, 'offender was "lose" and is "drop"'],
      [{ players: [player('ada')] }, 'the player ben was removed, but has played games'],
      [
        { players: [player('ada'), { ...player('ben'), command: './b2' }] },
        'the player ben: command was "./ben" and is "./b2"',
      ],
      [{ format: { ...league.format, rounds: 2 } }, 'format.rounds was 3 and is 2: you can only add rounds'],
      [{ format: { ...league.format, kind: 'ladder' } }, 'format.kind was "swiss" and is "ladder"'],
    ];
    for (const [change, problem] of changes)
      t.same(nextVersion(league, { ...league, ...change }), { ok: false, problem });
    const cup = { ...league, format: { ...league.format, kind: 'knockout' } } as const;
    t.same(nextVersion(cup, { ...cup, players: [...cup.players, player('cat')] }), {
      ok: false,
      problem: 'you cannot add players to a knockout that has begun',
    });
  });

  t.test('another name is no other tournament; nor is the same file', async (t) => {
    t.ok(nextVersion(league, { ...league, name: 'cup' }).ok);
    t.ok(isSameAs({ ...league, begins: true }, { ...league, from: 4 }));
    t.notOk(isSameAs(league, { ...league, name: 'cup' }));
  });

  t.test('what a store keeps of something else is no tournament', async (t) => {
    t.same(readStoredTournament(JSON.stringify(league)), league);
    t.equal(readStoredTournament('{"kind":"compare"}'), undefined);
  });
});

t.test('tournament file', async (t) => {
  const right = `name: Spring league
game: scrabble
options: { timeout: 5s, memory: 512M }
players:
  - { name: ada, command: python3 bot.py, cwd: bots/ada }
  - { name: ben, command: ./ben, env: [BEN_LEVEL=3], options: { memory: 1G } }
format: { kind: round-robin, rounds: 10, mirrored: true }
seed: 7
`;

  /** What is said of a file, and where. */
  async function saidOf(text: string): Promise<string | undefined> {
    const reading = await readPlaced(text);
    if (!reading.ok) return `${reading.place} ${reading.problem}`;
    try {
      readTournament(reading.file.value);
      return undefined;
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      return `${reading.file.placeOf(error.path)} ${error.message}`;
    }
  }

  t.test('a tournament file says who plays whom, and what it does not say is preset', async (t) => {
    const reading = expectOk(await readPlaced(right));
    t.match(readTournament(reading.file.value), {
      name: 'Spring league',
      game: 'scrabble',
      options: { timeout: '5s', memory: '512M' },
      players: [
        { name: 'ada', command: 'python3 bot.py', cwd: 'bots/ada', options: {} },
        { name: 'ben', command: './ben', env: ['BEN_LEVEL=3'], options: { memory: '1G' } },
      ],
      format: { kind: 'round-robin', rounds: 10, seats: 2, mirrored: true },
      seed: '7',
      offender: 'lose',
    });
  });

  const wrong: readonly (readonly [old: string, now: string, said: string])[] = [
    ['seed: 7', 'sed: 7', '8:1 sed: a tournament has no field "sed"; did you mean seed?'],
    ['game: scrabble\n', '', '1:1 game: expected the name of a game; got nothing'],
    [
      'name: ben',
      'name: ada',
      '6:7 players[1].name: expected a unique name; ada is also the name of player 1',
    ],
    ['cwd: bots/ada', 'cmd: 3', '5:43 players[0].cmd: a player has no field "cmd"; did you mean cwd?'],
    ['command: ./ben, ', '', '6:5 players[1].command: expected a command for the shell; got nothing'],
    [
      'kind: round-robin',
      'kind: roundrobin',
      '7:11 format.kind: expected one of round-robin, gauntlet, swiss, knockout, ladder; got "roundrobin"; did you mean round-robin?',
    ],
    ['rounds: 10', 'rounds: 0', '7:30 format.rounds: expected a whole number from 1 to 100000; got 0'],
    [
      'mirrored: true',
      'heroes: 2',
      '7:42 format.heroes: a format of the kind round-robin has no field "heroes". The fields are: kind, mirrored, rounds, seats',
    ],
    ['mirrored: true', 'mirrored: maybe', '7:42 format.mirrored: expected true or false; got "maybe"'],
    ['mirrored: true', 'seats: 3', '7:1 format: expected at most 2 seats, one for each player; got 3'],
    ['rounds: 10', 'rounds: 100000, seats: 2', undefined as unknown as string],
    [
      'seed: 7',
      'offender: dorp',
      '8:1 offender: expected one of lose, drop, stop; got "dorp"; did you mean drop?',
    ],
    ['seed: 7', 'offender: kill', '8:1 offender: expected one of lose, drop, stop; got "kill"'],
    [
      'options: { timeout: 5s, memory: 512M }',
      'options: [timeout]',
      '3:1 options: expected settings by name; got ["timeout"]',
    ],
    ['timeout: 5s', 'timeout: { s: 5 }', '3:12 options.timeout: expected a string or a number; got {"s":5}'],
    [
      'kind: round-robin, rounds: 10, mirrored: true',
      'kind: knockout, games: 3, mirrored: true',
      '7:27 format.games: expected an even number, since the games are mirrored; got 3',
    ],
    [
      'kind: round-robin, rounds: 10, mirrored: true',
      'kind: gauntlet, heroes: 2',
      '7:1 format: expected fewer heroes than players; got 2 of 2',
    ],
    ...[
      'kind: knockout, seats: 2, rounds: 1',
      'kind: gauntlet, seats: 2',
      'kind: ladder, seats: 2, rounds: 9',
    ].map(
      (now) =>
        ['kind: round-robin, rounds: 10, mirrored: true', now, undefined as unknown as string] as const,
    ),
    [
      'kind: round-robin, rounds: 10, mirrored: true',
      'kind: knockout, rounds: 2',
      '7:27 format.rounds: expected 1; got 2',
    ],
    [
      'kind: round-robin, rounds: 10, mirrored: true',
      'kind: gauntlet, seats: 3',
      '7:27 format.seats: expected 2; got 3',
    ],
    ['name: Spring league', 'name: Spring league\nname: Autumn', '2:1 Map keys must be unique'],
    ['- { name: ada', '- { name: ada, : [', '5:21 '],
  ];

  t.test('what is wrong with a file is said with its line and column', async (t) => {
    for (const [old, now, said] of wrong) {
      t.ok(right.includes(old), old);
      const came = await saidOf(right.replace(old, now));
      if (said === undefined) t.equal(came, undefined, now);
      else t.equal(came?.slice(0, said.length), said, now);
    }
    t.equal(await saidOf('[]'), '1:1 expected a tournament with `game`, `players` and `format`; got []');
    t.equal(
      await saidOf(right.replace(/players:\n(.*\n){2}/, 'players: [{ command: ./a }]\n')),
      '4:1 players: expected from 2 to 1000 players; got 1',
    );
    const many = Array.from({ length: 100 }, (_, index) => `  - { command: ./bot ${index} }\n`).join('');
    t.match(
      await saidOf(
        right.replace(/ {2}- (.|\n)*?(?=format)/, many).replace('rounds: 10', 'rounds: 1000, seats: 4'),
      ),
      /format: expected at most 1000000 games; got/,
    );
  });

  t.test('what the published schema allows is what the host reads', async (t) => {
    const schema = JSON.parse(readFileSync(join(root, 'docs/reference/tournament.schema.json'), 'utf8'));
    const fits = new Ajv2020({ strict: true, strictTypes: false }).compile(schema);
    const parsed = await readPlaced(right);
    t.ok(parsed.ok && fits(parsed.file.value), JSON.stringify(fits.errors));
    const elsewhere = /no field of its own|expected a unique name|at most|fewer heroes|even number/;
    for (const [old, now, said] of wrong) {
      const reading = await readPlaced(right.replace(old, now));
      if (said === undefined) t.ok(reading.ok && fits(reading.file.value), now);
      else if (reading.ok && !elsewhere.test(said)) t.notOk(fits(reading.file.value), now);
    }
  });
});
