import t from 'tap';
import {
  following,
  isSameAs,
  type KeptTournament,
  readKept,
  tournamentOf,
} from '../../../host/tournament/file/kept-tournament.ts';
import { plain } from '../schedule/play-out.ts';

const player = (name: string) => ({ name, command: `./${name}`, options: {} });
const league: KeptTournament = {
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
  const next = following(league, { ...more, from: 3 });
  if (!next.ok) throw new Error(next.problem);
  t.same(
    next.kept.players.map(({ name }) => name),
    ['ada', 'ben', 'cat'],
  );
  const { entrants, players } = tournamentOf([league, next.kept]);
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
  t.match(following(before, { ...before, players: [cat!, ada!, ben!] }), {
    ok: false,
    problem: 'the heroes were ada, ben and are cat, ada',
  });
  t.match(following(before, { ...before, players: [dan!, ada!, ben!, cat!] }), { ok: false });
  t.match(following(before, { ...before, players: [ben!, ada!, dan!, cat!] }), { ok: true });
});

t.test('a change that makes earlier games another tournament is refused, and said', async (t) => {
  const changes: readonly (readonly [Partial<KeptTournament>, string])[] = [
    [{ game: 'boggle' }, 'game was "scrabble" and is "boggle"'],
    [{ seed: 'autumn' }, 'seed was "spring" and is "autumn"'],
    [{ options: {} }, 'options.timeout was "5s" and is nothing'],
    [{ dictionary: null }, 'dictionary was "abc" and is nothing'],
    [{ offender: 'drop' }, 'offender was "lose" and is "drop"'],
    [{ players: [player('ada')] }, 'the player ben is gone, and has played'],
    [
      { players: [player('ada'), { ...player('ben'), command: './b2' }] },
      'the player ben: command was "./ben" and is "./b2"',
    ],
    [{ format: { ...league.format, rounds: 2 } }, 'format.rounds was 3 and is 2: rounds can only be added'],
    [{ format: { ...league.format, kind: 'ladder' } }, 'format.kind was "swiss" and is "ladder"'],
  ];
  for (const [change, problem] of changes)
    t.same(following(league, { ...league, ...change }), { ok: false, problem });
  const cup = { ...league, format: { ...league.format, kind: 'knockout' } } as const;
  t.same(following(cup, { ...cup, players: [...cup.players, player('cat')] }), {
    ok: false,
    problem: 'players were added to a knockout that has begun',
  });
});

t.test('another name is no other tournament; nor is the same file', async (t) => {
  t.ok(following(league, { ...league, name: 'cup' }).ok);
  t.ok(isSameAs({ ...league, begins: true }, { ...league, from: 4 }));
  t.notOk(isSameAs(league, { ...league, name: 'cup' }));
});

t.test('what a store keeps of something else is no tournament', async (t) => {
  t.same(readKept(JSON.stringify(league)), league);
  t.equal(readKept('{"kind":"compare"}'), undefined);
});
