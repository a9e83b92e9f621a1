import { PassThrough } from 'node:stream';
import t from 'tap';
import type { Answer, Hand } from '../../host/bots/bananagrams/play.ts';
import { Seat, Talk } from '../../host/bots/bananagrams/play.ts';
import { Solver } from '../../host/bots/bananagrams/solver.ts';
import { FollowedGame } from '../../host/bots/boggle/play.ts';
import { Inbox, linesOfGreeting, PartReader } from '../../host/bots/inbox.ts';
import { standardBunch } from '../../host/games/bananagrams/tiles.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import { RankedPlays } from '../../host/games/scrabble/moves/ranked-plays.ts';
import { ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { readOptions } from '../../players/bananagrams/options.ts';
import { lexiconWith } from '../games/table.ts';
import fc, { runs } from '../support/laws.ts';
import { usualTerms } from './usual-terms.ts';

t.test('boggle seat', async (t) => {
  t.test('A word that was guessed has no points any more, in whatever case it is written', async (t) => {
    const game = new FollowedGame(1);
    game.hear({ type: 'scored', player: 2, points: 1, word: 'CAT' });
    game.hear({ type: 'missed', player: 1, word: 'ÄRA', reason: 'notonboard' });
    for (const word of ['CAT', 'cat', 'Cat', 'ära']) t.ok(game.isSettled(word), word);
    t.notOk(game.isSettled('cats'));
  });
});

t.test('lines', async (t) => {
  function inboxOn(...reads: readonly string[]): Inbox<string> {
    const input = new PassThrough();
    const inbox = new Inbox(input, new PartReader('\n'), 'utf8');
    for (const read of reads) input.write(read);
    return inbox;
  }

  t.test('What comes in the same read as the end of the set-up stays for whoever plays', async (t) => {
    for (const reads of [
      ['scrabble 1\nplayer 1\nend\nstart\nturn 5000 1\n'],
      ['scrabble 1\nplay', 'er 1\nend\nstart\nturn 5000 1\n'],
      ['scrabble 1\nplayer 1\n', 'end\r\nstart\n', 'turn 5000 1\n'],
    ]) {
      const inbox = inboxOn(...reads);
      const lines = await linesOfGreeting(inbox);
      t.same(
        lines?.map((line) => line.trim()),
        ['scrabble 1', 'player 1', 'end'],
      );
      const rest: string[] = [];
      while (rest.length < 2) {
        await inbox.news();
        rest.push(...inbox.take());
      }
      t.same(rest, ['start', 'turn 5000 1']);
    }
  });

  t.test('What is given back comes before what came later', async (t) => {
    const inbox = inboxOn('one\ntwo\n');
    await inbox.news();
    const taken = inbox.take();
    inbox.giveBack(taken.slice(1));
    t.same(inbox.take(), ['two']);
    t.ok(inbox.empty);
  });
});

t.test('race seat', async (t) => {
  /** A bot that answers in this order, until it peels. */
  function botWith(...answers: readonly Answer[]) {
    const input = new PassThrough();
    const said: string[] = [];
    const asked: Hand[] = [];
    const answerTo = (hand: Hand) => {
      asked.push(hand);
      return answers[asked.length - 1];
    };
    const inbox = new Inbox(input, new PartReader('.'), 'latin1');
    const send = (text: string) => {
      said.push(text);
      if (text.startsWith('p')) input.end();
    };
    const seat = new Seat({ inbox, send, answerTo, dialect: 'numbered', pauseMs: 0, chance: () => 0 });
    return { input, said, asked, play: () => seat.play() };
  }

  t.test('A strategy that waits is asked again after that time', async (t) => {
    const bot = botWith({ wait: 1 }, { wait: 1 }, { peel: ['AT'] });
    bot.input.write('AT.');
    await bot.play();
    t.same(bot.said, ['n', 'p001002001AT']);
    t.same(
      bot.asked.map(({ drew }) => drew),
      ['AT', '', ''],
    );
  });

  t.test('A strategy that waits is asked at once when a letter comes', async (t) => {
    const bot = botWith({ wait: 1e9 }, { peel: ['SAT'] });
    bot.input.write('AT.');
    const played = bot.play();
    setImmediate(() => bot.input.write('=001S.'));
    await played;
    t.same(bot.said, ['n', 'p002003001SAT']);
    t.same(bot.asked[1], { letters: 'ATS', drew: 'S', refused: 0 });
  });
});

t.test('talk', async (t) => {
  const said = (talk: Talk, text: string) =>
    new PartReader('.')
      .read(text)
      .map((message) => talk.hear(message))
      .join('');

  t.test('messages are the same wherever the reads are cut', async (t) => {
    const whole = 'EEEGG.+001R.=002S.-003.dQ.dAEZ.xWHAT?.+999.=000.Z.';
    const expected = new PartReader('.').read(whole);
    t.equal(expected.length, 10);
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
        const reader = new PartReader('.');
        const at = [0, ...cuts.sort((one, other) => one - other), whole.length];
        const notices = at.flatMap((cut, index) => reader.read(whole.slice(cut, at[index + 1] ?? cut)));
        t.same(notices, expected);
      }),
      runs(50),
    );
  });

  t.test('a numbered peel has the number after the last that was told of, in three digits', async (t) => {
    const talk = new Talk('numbered');
    t.equal(talk.ready, 'n');
    t.notOk(talk.mayPeel, 'nothing is dealt');
    t.equal(said(talk, 'AB.'), 'AB');
    t.ok(talk.mayPeel);
    t.equal(talk.peel(['AB']), 'p001002001AB');
    t.notOk(talk.mayPeel, 'not the same hand twice');
    t.equal(said(talk, '+001R.'), 'R');
    t.equal(said(talk, '=002S.'), 'S');
    t.equal(talk.peel(['A', 'B']), 'p003001002AB');
    t.equal(said(talk, '+003E.=998F.=999G.'), 'EFG');
    t.equal(talk.peel(['AB']), 'p000002001AB', 'after 999 comes 000');
    said(talk, '+000T.');
    t.equal(talk.peel(['AB']), 'p001002001AB');
  });

  t.test('a late peel is offered again, with what was drawn, after its answer', async (t) => {
    const talk = new Talk('numbered');
    said(talk, 'AB.');
    talk.peel(['AB']);
    t.equal(said(talk, '=001R.'), 'R');
    t.notOk(talk.mayPeel, 'the first has no answer yet');
    said(talk, '-001.');
    t.ok(talk.mayPeel);
    t.equal(talk.peel(['ARB']), 'p002003001ARB');
  });

  t.test('no peel goes out while a dump is unanswered', async (t) => {
    for (const [dialect, answer, refusal] of [
      ['numbered', 'dAEZ.', 'dQ.'],
      ['plain', 'AEZ.', 'Q.'],
    ] as const) {
      const talk = new Talk(dialect);
      said(talk, 'ABQ.');
      t.equal(talk.dump('Q'), 'dQ');
      t.notOk(talk.mayPeel);
      t.equal(said(talk, answer), 'AEZ');
      t.ok(talk.mayPeel);
      t.equal(talk.refused, 0);
      talk.dump('Q');
      t.equal(said(talk, refusal), 'Q');
      t.ok(talk.mayPeel);
      t.equal(talk.refused, 1);
      talk.dump('Q');
      said(talk, refusal);
      t.equal(talk.refused, 2);
    }
  });

  t.test('no peel goes out that is no grid, and no dump that is no letter', async (t) => {
    const expected =
      'a peel: expected 1 to 999 rows of equal length, each with 1 to 999 cells, which are A to Z or .;';
    for (const [rows, got] of [
      [['AC', 'T'], '["AC","T"]'],
      [[], '[]'],
      [[''], '[""]'],
      [['cat'], '["cat"]'],
      [['A', undefined], '["A",null]'],
      [new Array(1000).fill('A'), '["A","A'],
    ] as const) {
      const talk = new Talk('numbered');
      said(talk, 'ACT.');
      t.throws(() => talk.peel(rows as readonly string[]), {
        message: new RegExp(`^${escaped(`${expected} got ${got}`)}`),
      });
      t.ok(talk.mayPeel, 'nothing was sent');
    }
    for (const letter of ['OQT', 'q', ''])
      t.throws(() => new Talk('plain').dump(letter), {
        message: `a dump: expected one letter from A to Z; got "${letter}"`,
      });
  });

  const escaped = (text: string) => text.replace(/[.[\]]/g, '\\$&');

  t.test('in the plain dialect the letter of a peel is not taken for the answer to a dump', async (t) => {
    const talk = new Talk('plain');
    said(talk, 'ABQ.');
    talk.dump('Q');
    t.equal(said(talk, 'R.'), 'R');
    t.ok(talk.dumping);
    t.equal(said(talk, 'AEZ.'), 'AEZ');
    t.notOk(talk.dumping);
  });

  t.test('a plain peel carries no number, and any letter that comes ends the wait', async (t) => {
    const talk = new Talk('plain');
    t.equal(talk.ready, 'r');
    said(talk, 'AB.');
    t.equal(talk.peel(['AB']), 'p002001AB');
    t.notOk(talk.mayPeel);
    t.equal(said(talk, 'R.'), 'R');
    t.ok(talk.mayPeel);
  });

  t.test('the last peel ends the game, whoever made it', async (t) => {
    for (const last of ['+001.', '=001.']) {
      const talk = new Talk('numbered');
      said(talk, `AB.${last}`);
      t.ok(talk.over);
      t.notOk(talk.mayPeel);
    }
  });

  t.test('options: the dialect, a pause with its unit, a seed', async (t) => {
    t.same(readOptions([], undefined), {
      kind: 'options',
      options: { dialect: 'numbered', level: 'all', pauseMs: 0, seed: '1' },
    });
    t.same(readOptions([], '12345678901234567890'), {
      kind: 'options',
      options: { dialect: 'numbered', level: 'all', pauseMs: 0, seed: '12345678901234567890' },
    });
    t.same(readOptions(['--dialect', 'plain', '--pause=1.5s', '--seed', '7'], '1'), {
      kind: 'options',
      options: { dialect: 'plain', level: 'all', pauseMs: 1500, seed: '7' },
    });
    t.same(readOptions(['--pause', '0'], '1').kind, 'options');
    t.same(readOptions(['--help'], '1'), { kind: 'help' });
  });

  t.test('options that are wrong are answered with what would have been right', async (t) => {
    const problem = (...args: string[]) => {
      const reading = readOptions(args, '1');
      return reading.kind === 'problem' ? reading.problem : reading.kind;
    };
    t.match(problem('--dialect', 'pirate'), /numbered or plain; got pirate/);
    t.match(problem('--pause', '5'), /unit, such as 20ms or 1s; got 5/);
    t.match(problem('--pause'), /got nothing/);
    t.match(problem('--seed', 'x'), /whole number; got x/);
    t.match(problem('--toString', '1'), /unknown option --toString/);
    t.match(problem('fast'), /unknown option fast/);
  });
});

t.test('what is given', async (t) => {
  t.test('What all games share cannot be changed by one', async (t) => {
    for (const shared of [standardBunch, ruleSets, ...Object.values(ruleSets)]) t.ok(Object.isFrozen(shared));
  });

  t.test('A solver takes letters A to Z alone: others would never be laid', async (t) => {
    for (const letters of ['É', 'cat', 'A B']) {
      const solver = new Solver(lexiconWith(['CAT']), () => 0);
      t.throws(() => solver.give(letters), {
        message: `what the solver is given: expected letters A to Z; got ${JSON.stringify(letters)}`,
      });
      t.notOk(solver.complete);
    }
  });

  const emptySituation = { terms: usualTerms, position: emptyPosition, held: new Map() };

  t.test('Plays are ranked for one or more', async (t) => {
    for (const most of [0, -1, Number.NaN])
      t.throws(() => new RankedPlays(emptySituation, most), {
        message: `RankedPlays: expected a number of plays from 1; got ${most}`,
      });
    t.same(new RankedPlays(emptySituation, Number.POSITIVE_INFINITY).plays, []);
  });
});
