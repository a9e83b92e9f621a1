import t from 'tap';
import type { Result } from '../../host/events/result.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { AnyGame } from '../../host/games/game.ts';
import { GamePictures, type SeenGame, statusOf } from '../../host/runs/play-game.ts';
import { RequirementCheck, readRequirement } from '../../host/runs/report/requirement.ts';
import { Standings } from '../../host/runs/report/series-fold.ts';
import { planOf } from '../match/hand-played.ts';
import { allOf } from '../support/all-of.ts';
import { expectOk } from '../support/expect-ok.ts';
import { until } from '../support/until.ts';

t.test('game pictures', async (t) => {
  const peel = (number: number) => {
    const move = { type: 'peel', seat: 1, number, grid: '002001AB', bytes: [0, 1], drew: { 1: 'A', 2: 'B' } };
    return { ...move, n: number, t: number };
  };

  const EVERY_MS = 60;

  t.test('pictures of running games are made for viewers, at a limited rate', async (t) => {
    const seen: SeenGame[] = [];
    const pictures = new GamePictures((game) => seen.push(game), EVERY_MS);
    const plan = planOf({ players: 2 });
    const quiet = planOf({ players: 2 });
    const sink = pictures.of(plan);
    const over = pictures.of(quiet);
    sink.take({ type: 'deal', n: 1, t: 0, seat: 1, tiles: 'ABA' });
    sink.take(peel(2));
    t.same(seen, [], 'nobody looks');
    pictures.look(true);
    await until(
      () => seen.length === 2,
      () => `${seen.length} pictures`,
    );
    t.match(seen, [
      { id: plan.request.id, last: { seat: 1, words: /^peels/ } },
      { id: quiet.request.id, last: undefined },
    ]);
    t.ok(seen[0]!.panels.length > 0);
    over[Symbol.dispose]();
    const start = performance.now();
    let number = 2;
    await until(
      () => {
        for (let events = 0; events < 10; events++) sink.take(peel(++number));
        return seen.length >= 4;
      },
      () => `${seen.length} pictures`,
    );
    const took = performance.now() - start;
    t.ok(took >= 1.6 * EVERY_MS, `two pictures of ${number} events in ${took} ms`);
    pictures.look(false);
    sink.take(peel(++number));
    pictures.look(true);
    await until(
      () => seen.length >= 5,
      () => `${seen.length} pictures`,
    );
    t.ok(
      allOf(seen.slice(2), ({ id }) => id === plan.request.id),
      'the other one is over',
    );
    pictures.look(false);
  });
});

t.test('runs', async (t) => {
  /** A result with what bears on a run: who sat where and what became of them. */
  function result(outcomes: readonly string[], more: Partial<Result> = {}): Result {
    const players = outcomes.map((outcome, index) => ({
      seat: index + 1,
      entry: index + 1,
      outcome,
      peels: 10 * (index + 1),
      ...(outcome === 'offender' && { offence: { kind: 'illegal', rule: 'word', detail: '' } }),
    }));
    const winner = outcomes.indexOf('won') + 1 || null;
    const outcome = winner ? 'won' : 'stalled';
    return { outcome, winner, reason: 'bunch-empty', ...more, players } as unknown as Result;
  }

  interface Asked {
    readonly game: AnyGame;
    readonly names: readonly string[];
  }

  function broken(
    requirements: readonly string[],
    results: readonly Result[],
    { game, names }: Asked = { game: bananagrams, names: ['./one', 'b>=2'] },
  ): readonly string[] {
    const read = requirements.map((text) => {
      const reading = expectOk(readRequirement(text, game, names));
      return reading.requirement;
    });
    const check = new RequirementCheck(read);
    for (const each of results) check.add(each);
    return check.broken();
  }

  t.test('winner must hold in each game, and says in which it did not', async (t) => {
    const games = [result(['won', 'lost']), result(['lost', 'won'])];
    t.same(broken(['winner=1'], games.slice(0, 1)), []);
    t.same(broken(['winner=1'], games), ['winner=1 failed: it was 2 in game 2']);
    t.same(broken(['winner=0'], [result(['lost', 'lost'])]), [], '0 is nobody');
  });

  t.test('games and offences are counted over all games', async (t) => {
    const games = [result(['won', 'lost']), result(['won', 'offender']), result(['lost', 'won'])];
    t.same(broken(['games.1>=60%', 'games.1=2', 'offences=1', 'offences.1=0'], games), []);
    t.same(broken(['games.1>=70%', 'offences=0'], games), [
      'games.1>=70% failed: it was 66.7% of 3 games',
      'offences=0 failed: it was 1 in 3 games',
    ]);
  });

  t.test('what a game counts for each player can be required', async (t) => {
    t.same(broken(['peels.1>=10', 'peels.2<30', 'peels.2!=7'], [result(['won', 'lost'])]), []);
    t.same(broken(['peels.1>10'], [result(['won', 'lost'])]), ['peels.1>10 failed: it was 10 in game 1']);
  });

  t.test('a condition takes the name of a player or its number', async (t) => {
    const games = [result(['won', 'lost'])];
    t.same(broken(['winner=./one', 'peels../one=10', 'peels.b>=2>=20', 'games../one = 100%'], games), []);
    t.same(broken(['winner=b>=2', 'peels.b>=2>=21'], games), [
      'winner=b>=2 failed: it was 1 in game 1',
      'peels.b>=2>=21 failed: it was 20 in game 1',
    ]);
    const odd = { game: bananagrams, names: ['100%', 'b'] };
    t.same(broken(['winner=100%', 'games.1=100%'], games, odd), [], 'a name is one where a name can be');
  });

  /** A game of a tournament: who sat in it, the winner first, with its points. */
  function sitting(...players: readonly (readonly [entry: number, score: number])[]): Result {
    const shown = players.map(([entry, score], index) => ({
      seat: index + 1,
      entry,
      score,
      moves: 2,
      timeouts: 0,
      outcome: index === 0 ? 'won' : 'lost',
    }));
    return { outcome: 'won', winner: 1, reason: 'turns', players: shown } as unknown as Result;
  }

  t.test('games in which a player did not sit say nothing of it', async (t) => {
    const three = { game: boggle, names: ['ada', 'bob', 'cy'] };
    const games = [sitting([1, 30], [2, 20]), sitting([2, 50], [3, 10]), sitting([1, 40], [3, 5])];
    const hold = ['score.ada>=30', 'margin.ada>=10', 'moves.ada=2', 'timeouts.ada=0', 'winner=ada'];
    t.same(broken([...hold, 'games.ada=100%', 'games.ada=2', 'offences.ada=0'], games, three), []);
    t.same(broken(['score.cy>=8', 'margin.cy>=-35', 'winner!=bob', 'games.bob>=55%'], games, three), [
      'score.cy>=8 failed: it was 5 in game 3',
      'margin.cy>=-35 failed: it was -40 in game 2',
      'winner!=bob failed: it was 2 in game 2',
      'games.bob>=55% failed: it was 50% of its 2 games',
    ]);
    t.same(broken(['games.cy>=1%'], games.slice(0, 1), three), [
      'games.cy>=1% failed: it was 0% of its 0 games',
    ]);
  });

  t.test('a condition that cannot be met is told at once', async (t) => {
    const wrong: readonly (readonly [text: string, why: RegExp])[] = [
      ['winner', /expected a condition such as/],
      ['foo=1', /expected one of winner, offences, games/],
      ['score.1>=300', /bananagrams has no score/],
      ['peels.nobody>=1', /unknown player nobody: 2 play, \.\/one, b>=2/],
      ['winner=nobody', /winner.*player, 1 to 2, its name, or 0/],
      ['winner=3', /a player, 1 to 2/],
      ['winner.1=1', /a player, 1 to 2/],
      ['games>=50%', /expected a player, such as games\.1/],
      ['games.3>=50%', /unknown player 3/],
      ['peels.1>=50%', /only games\.N can be a percentage/],
    ];
    for (const [text, why] of wrong) {
      const reading = readRequirement(text, bananagrams, ['./one', 'b>=2']);
      t.ok(!reading.ok && why.test(reading.problem), text);
    }
  });

  t.test('the exit status is 1 if a player failed, left or offended, or nothing was decided', async (t) => {
    t.equal(statusOf(result(['won', 'lost'])), 0);
    for (const bad of ['failed', 'left', 'offender']) t.equal(statusOf(result(['won', bad])), 1, bad);
    t.equal(statusOf(result(['lost', 'lost'])), 1);
  });

  t.test('a game that was interrupted counts for no player', async (t) => {
    const standings = new Standings(['a', 'b']);
    standings.add(result(['won', 'lost']));
    standings.add(result(['unfinished', 'unfinished'], { outcome: 'aborted', reason: 'interrupted' }));
    standings.add(result(['draw', 'draw'], { outcome: 'draw' }));
    standings.add(result(['won', 'left']));
    t.equal(standings.games, 3);
    t.match(standings.players, [
      { name: 'a', won: 2, lost: 0, drawn: 1, out: 0 },
      { name: 'b', won: 0, lost: 1, drawn: 1, out: 1 },
    ]);
  });
});
