import t from 'tap';
import type { Noted } from '../../../host/events/noted.ts';
import type { Script, Stage } from '../../../host/seats/scripted/scripted-seats.ts';
import { theHost } from '../../../host/serve/boggle/access.ts';
import { type BotFailure, BotTurns } from '../../../host/serve/boggle/bots/bot-game.ts';
import type { BotService } from '../../../host/serve/boggle/bots/bot-service.ts';
import { until } from '../../support/until.ts';
import { webTable } from './bots/web-table.ts';

t.test('bot turns', async (t) => {
  /** What everybody is shown and what the operator is told of a bot with these last events. */
  async function saidOf(...events: readonly object[]) {
    const shown: string[] = [];
    const told: BotFailure[] = [];
    const service: BotService = {
      gamesThatWait: async () => [],
      game: async () => undefined,
      useTurn: async () => true,
      forfeit: async (_key, _name, why) => void shown.push(why),
    };
    const names = ['ann', 'robot'];
    const watched = {
      key: 'g',
      names,
      bots: [2],
      played: [],
      wentOut: (out: BotFailure) => void told.push(out),
    };
    const turns = new BotTurns(watched, service, () => {});
    for (const [index, event] of [...events, { type: 'exit' }].entries())
      turns.take({ n: index + 1, t: 0, seat: 2, ...event } as unknown as Noted);
    await turns.saved();
    return { shown, told: told.map(({ problem }) => problem) };
  }

  t.test('what is wrong with the files of this host is told on standard error only', async (t) => {
    const problem = 'there is no file ./nope in /srv/bots';
    const gone = { type: 'gone', cause: 'crashed', code: 127, signal: null, problem };
    const offence = { type: 'offence', kind: 'startup', rule: 'not-found', detail: `status 127: ${problem}` };
    t.same(await saidOf(gone, offence), {
      shown: ['could not be started'],
      told: [`broke the rules for bots: status 127: ${problem}`],
    });
    t.same(await saidOf(gone, { type: 'left', cause: 'crashed' }), {
      shown: ['crashed (exit status 127)'],
      told: [`crashed (${problem})`],
    });
  });

  t.test('what a bot did itself is told everybody', async (t) => {
    const offence = { type: 'offence', kind: 'protocol', rule: 'order', detail: 'said hello' };
    const gone = { type: 'gone', cause: 'crashed', code: null, signal: 'SIGSEGV' };
    for (const [events, said] of [
      [[offence], 'broke the rules for bots: said hello'],
      [[gone, { type: 'left', cause: 'crashed' }], 'crashed (SIGSEGV)'],
    ] as const)
      t.same(await saidOf(...events), { shown: [said], told: [said] });
  });
});

t.test('bots', async (t) => {
  type Acts = (turn: { readonly k: number; readonly stage: Stage }) => void;

  /** A bot that is ready, and does this at each of its turns; it notes what it was told once the game had begun. */
  function bot(act: Acts, heard: string[] = []): Script {
    return (stage) => ({
      hear(text) {
        if (text.endsWith('end\n')) {
          stage.say('ready\n');
          return;
        }
        heard.push(...text.split('\n').filter((line) => line !== ''));
        const k = /^turn \S+ (\d+)/m.exec(text)?.[1];
        if (k !== undefined) act({ k: Number(k), stage });
      },
    });
  }

  const says = (lines: readonly string[], heard?: string[]) =>
    bot(({ k, stage }) => stage.say(`${lines[k - 1]}\n`), heard);
  const silent = bot(() => {});

  t.test('a bot plays like a person: its guesses count, and it is told of the other', async (t) => {
    const table = await webTable(t);
    const heard: string[] = [];
    await table.seat({ robot: says(['guess claps', 'guess DOG', 'pass'], heard) });
    await table.user('ann');
    const key = await table.begin(['ann', 'robot'], 6);
    await table.guess(key, 'ann', 'lay');
    await table.turns(key, 2);
    await table.guess(key, 'ann', 'two words 🙂');
    await table.turns(key, 4);
    await table.guess(key, 'ann', 'LAY');
    t.same(await table.turns(key, 6), [
      'Correct! 1 points for the word "LAY"',
      'Correct! 2 points for the word "CLAPS"',
      'Sorry! "TWO WORDS 🙂" is not in the english dictionary.',
      'Sorry! The word "DOG" is not in the board.',
      'Sorry! "LAY" has already been found.',
      'robot passed. robot wins! Game over!',
    ]);
    await until(
      () => heard.at(-1)!.startsWith('gameover'),
      () => heard.join('\n'),
    );
    t.same(heard, [
      'start',
      'scored 1 LAY 1',
      'turn 60000 1 5',
      'scored 2 CLAPS 2',
      'missed 1 TWO?WORDS??? notindictionary',
      'turn 60000 2 3',
      'missed 2 DOG notonboard',
      'missed 1 LAY alreadyfound',
      'turn 60000 3 1',
      'passed 2',
      'gameover 1 1 2 2',
    ]);
    t.same(table.started, ['robot'], 'one process, for the whole game');
  });

  t.test('a turn of a bot that runs out is a turn of the game', async (t) => {
    const table = await webTable(t);
    await table.seat({ slow: silent }, { timeout: 5e6 });
    await table.user('ann');
    const key = await table.begin(['ann', 'slow'], 3);
    await table.guess(key, 'ann', 'LAY');
    await table.turns(key, 2);
    await table.guess(key, 'ann', 'SAY');
    t.same((await table.turns(key, 3)).slice(1), [
      'slow ran out of time.',
      'Correct! 1 points for the word "SAY" ann wins! Game over!',
    ]);
  });

  const offenders: Readonly<Record<string, { script: Script; why: RegExp }>> = {
    'has crashed': {
      script: bot(({ stage }) => stage.leave('crashed')),
      why: /^robot crashed \(exit status 1\)\. ann wins! Game over!$/,
    },
    'ends when it is started': {
      script: (stage) => {
        stage.leave('exited');
        return { hear() {} };
      },
      why: /^robot .+\. ann wins! Game over!$/,
    },
    'gives up': { script: says(['forfeit']), why: /^robot gave up the game\. ann wins! Game over!$/ },
    'says what is no move': {
      script: says(['hello <b>world</b>']),
      why: /^robot broke the rules for bots: .*hello.*\. ann wins! Game over!$/,
    },
    floods: {
      script: bot(({ stage }) => stage.say('x'.repeat(100_000))),
      why: /^robot broke the rules for bots: .+ ann wins! Game over!$/,
    },
  };

  for (const [how, { script, why }] of Object.entries(offenders))
    t.test(`a bot that ${how} has lost, and the history says why`, async (t) => {
      const table = await webTable(t);
      await table.seat({ robot: script });
      await table.user('ann');
      const key = await table.begin(['robot', 'ann'], 6, 'ann');
      const said = await table.turns(key, 1);
      t.match(said[0], why);
      if (how !== 'gives up') {
        await until(() => table.wentOut.length > 0, 'what its operator is told');
        t.match(table.wentOut, [{ event: 'bot', game: key, bot: 'robot' }]);
        t.match(said[0], `robot ${table.wentOut[0]!.problem}.`);
      }
      const { game } = await table.history(key);
      t.match(game, { winner: 2, next: undefined });
      t.equal((await table.guess(key, 'ann', 'LAY')).message, 'Game already over!');
    });

  t.test('a bot that is started again is told what was played, and asked for its next turn', async (t) => {
    const table = await webTable(t);
    const heard: string[] = [];
    await table.seat({ robot: says(['guess claps', 'pass', 'guess SQUALL']) });
    await table.user('ann');
    const key = await table.begin(['ann', 'robot'], 8);
    for (const word of ['LAY', 'DOG']) {
      const { game } = await table.guess(key, 'ann', word);
      await table.turns(key, 8 - game.turnsLeft + 1);
    }
    await table.seat({ robot: says(['', '', 'guess SQUALL'], heard) });
    await table.guess(key, 'ann', 'SAY');
    t.equal((await table.turns(key, 6)).at(-1), 'Correct! 3 points for the word "SQUALL"');
    t.same(heard.slice(0, 7), [
      'start',
      'scored 1 LAY 1',
      'scored 2 CLAPS 2',
      'missed 1 DOG notonboard',
      'passed 2',
      'scored 1 SAY 1',
      'turn 60000 3 3',
    ]);
  });

  t.test('where it was the turn of a bot, it is asked as soon as it is started again', async (t) => {
    const table = await webTable(t);
    await table.seat({ robot: silent });
    await table.user('ann');
    const key = await table.begin(['robot', 'ann'], 4, 'ann');
    await table.seat({ robot: says(['guess LAY']) });
    t.same(await table.turns(key, 1), ['Correct! 1 points for the word "LAY"']);
  });

  t.test('a bot that nobody plays with for a time is ended, and started again for its turn', async (t) => {
    const table = await webTable(t);
    const heard: string[] = [];
    await table.seat({ robot: says(['guess LAY', 'guess SAY'], heard) }, { idleMs: 1 });
    await table.user('ann');
    const key = await table.begin(['robot', 'ann'], 4, 'ann');
    await table.turns(key, 1);
    await until(
      () => heard.some((line) => line.startsWith('gameover')),
      () => heard.join('\n'),
    );
    await table.guess(key, 'ann', 'DOG');
    t.equal((await table.turns(key, 3)).at(-1), 'Correct! 1 points for the word "SAY"');
    t.same(table.started, ['robot', 'robot']);
  });

  t.test('a bot that waits makes way for another; one that thinks is waited for', async (t) => {
    const table = await webTable(t);
    await table.seat({ robot: says(['guess LAY', 'guess SAY', 'guess ALL']) }, { most: 1 });
    await table.user('ann');
    const keys = [];
    for (let game = 0; game < 5; game++) keys.push(await table.begin(['robot', 'ann'], 4, 'ann'));
    for (const key of keys) t.equal((await table.turns(key, 1)).length, 1);
    for (const key of keys) await table.guess(key, 'ann', 'AT');
    for (const key of keys) t.equal((await table.turns(key, 3)).length, 3);
  });

  t.test('a bot answers what was played on another host of the same database', async (t) => {
    const table = await webTable(t);
    await table.seat({ robot: says(['guess LAY', 'guess SAY']) }, { everyMs: 5 });
    await table.user('ann');
    const key = await table.begin(['robot', 'ann'], 4, 'ann');
    await table.turns(key, 1);
    await table.elsewhere.makeMove(key, 'ann', 'DOG', theHost);
    await table.turns(key, 2);
    t.equal((await table.history(key)).moves.at(-1)!.message, 'Correct! 1 points for the word "SAY"');
    t.same(table.started, ['robot'], 'the same process');
  });

  t.test('two bots play each other to the end', async (t) => {
    const table = await webTable(t);
    await table.seat({ one: says(['guess LAY', 'pass']), two: says(['guess LAY', 'guess SQUALLY']) });
    const key = await table.begin(['one', 'two'], 4);
    t.same(await table.turns(key, 4), [
      'Correct! 1 points for the word "LAY"',
      'Sorry! "LAY" has already been found.',
      'one passed.',
      'Correct! 5 points for the word "SQUALLY" two wins! Game over!',
    ]);
  });

  t.test('a game that a person cancels is over for the bot', async (t) => {
    const table = await webTable(t);
    const heard: string[] = [];
    await table.seat({ robot: bot(() => {}, heard) });
    await table.user('ann');
    const key = await table.begin(['robot', 'ann'], 4, 'ann');
    await until(
      () => heard.some((line) => line.startsWith('turn')),
      () => heard.join('\n'),
    );
    t.match(await table.cancel(key, 'ann'), { message: 'ann cancelled the game. robot wins!' });
    await until(
      () => heard.some((line) => line.startsWith('gameover')),
      () => heard.join('\n'),
    );
    t.same((await table.history(key)).moves, []);
  });

  t.test('a name belongs to a person or to a bot', async (t) => {
    const table = await webTable(t);
    await table.user('ann');
    t.notOk(await table.acts.takeName('ann'));
    t.ok(await table.acts.takeName('robot'));
    t.ok(await table.acts.takeName('robot'), 'the same bot, when the server is started again');
    await t.rejects(table.user('robot'), /already exists/);
  });
});
