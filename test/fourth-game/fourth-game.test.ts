import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { commandsOf } from '../../host/cli/commands.ts';
import type { GameWords } from '../../host/cli/game-words.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { UsageError } from '../../host/core/errors.ts';
import { games } from '../../host/games/registry.ts';
import { everyCommandOptions } from '../../host/settings/options.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { say } from '../cli/in-process.ts';
import { run as runHost } from '../cli/wordhost.ts';
import { compiledSources } from '../support/caches.ts';
import { guessingWords } from './guessing-words.ts';

t.test('guessing', async (t) => {
  const flags = ['--conditions=wordhost-source', '--disable-warning=ExperimentalWarning'];
  const host = [process.execPath, ...flags, join(import.meta.dirname, 'main.ts')];
  const cwd = t.testdir({});
  // A number that is drawn could be guessed before the other has its turn.
  const env = { ...compiledSources, WORDHOST_OPT_SEED: '1' };
  const run = (args: readonly string[]) => runHost(args, { cwd, host, env });
  /** Where no player is started. */
  const ask = (args: readonly string[]) =>
    say(args, { cwd, games: { ...gameWords, guessing: guessingWords } });

  const bot = (manner = 'right') =>
    `exec '${process.execPath}' '${join(import.meta.dirname, 'bots', 'javascript', 'bot.mjs')}' ${manner}`;
  const two = ['--name', 'Ada', '--name', 'Ben', bot(), bot()];

  t.test('A game that the host never heard of is played between real processes', async (t) => {
    const { status, stdout, stderr } = await run(['guessing', '--seed', '1', '--json', ...two]);
    t.equal(status, 0, stderr);
    t.match(JSON.parse(stdout), {
      game: 'guessing',
      outcome: 'won',
      reason: 'guessed',
      players: [{ guesses: Number }, { guesses: Number }],
    });
  });

  t.test('Its options are options like any, and its figures can be required', async (t) => {
    const twoNumbers = ['guessing', '--highest', '2', '--seed', '1'];
    const required = await run([
      ...twoNumbers,
      ...'--require guesses.1<=1 --require guesses.2<=1'.split(' '),
      ...two,
    ]);
    t.equal(required.status, 0, required.stderr);
    const broken = await run([...twoNumbers, '--require', 'guesses.1>1', ...two]);
    t.match(broken, { status: 1, stderr: /--require guesses\.1>1 failed: it was \d in game 1/ });
    const none = await ask([...twoNumbers, '--require', 'peels.1>1', ...two]);
    t.match(none, { status: 2, stderr: /expected one of winner, offences, games, guesses/ });
    const points = await ask([...twoNumbers, '--require', 'score.1>1', ...two]);
    t.match(points, { status: 2, stderr: /guessing has no score; it has guesses/ });
    t.match(await ask(['guessing', '--highest', '1', ...two]), { status: 2, stderr: /--highest: expected/ });
    const help = await ask(['guessing', '--help']);
    t.match(help, { status: 0, stdout: /--highest N +the highest number there is \(default 100\)/ });
    t.notMatch(help.stdout, /--dictionary|--skip-non-words/, 'a game that has no words takes no word list');
    for (const words of [
      ['guessing', '--dictionary', 'none', ...two],
      ['compare', 'guessing', '--dictionary', 'english', ...two],
    ])
      t.match(await ask(words), { status: 2, stderr: /unknown option --dictionary here/ });
  });

  t.test('Several at once are played by other processes of the program that has the game', async (t) => {
    const words = ['guessing', '--games', '3', '--jobs', '2', '--seed', '1', '--json', ...two];
    const { status, stdout, stderr } = await run(words);
    t.equal(status, 0, stderr);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    t.same(results.map(({ number }) => number).sort(), [1, 2, 3]);
    t.same(
      results.map(({ reason }) => reason),
      ['guessed', 'guessed', 'guessed'],
    );
  });

  t.test('Its record is told, drawn and verified; and it is not, if it is another', async (t) => {
    const played = await run(['guessing', '--seed', '1', '--quiet', '--record', 'games', ...two]);
    t.equal(played.status, 0, played.stderr);
    const [name] = readdirSync(join(cwd, 'games'));
    const record = join('games', name!);
    const told = await ask(['replay', '--grids', record]);
    t.match(told, { status: 0, stdout: /1 Ada guesses 50: lower\n\n +from 1 to 49\n\n +\? [?X ]+\n/ });
    t.match(told.stdout, /2 Ben guesses 26: right[\s\S]*player 2 \(Ben\) has won: the number was guessed/);
    t.match(await ask(['replay', '--verify', record]), {
      status: 0,
      stdout: /verified\. All \d+ decisions reproduced/,
    });
    t.match(await say(['replay', record], { cwd }), {
      status: 2,
      stderr: /version.*wordhost.*not know.* "guessing"/,
    });
    t.match(
      readFileSync(join(cwd, record), 'utf8'),
      /"options":\{"highest":"100",.*"dictionary":\{"name":"none"\}/,
    );
  });

  t.test('It is listed, completed, judged, checked, shown, and there is a bot to begin with', async (t) => {
    t.match(await ask(['--help']), { status: 0, stdout: /\n {2}guessing +guess a number, in turns\n/ });
    const completed = await ask(['--get-yargs-completions', 'wordhost', 'guessing', '--h']);
    t.match(completed.stdout, /^--highest$/m);
    t.match(await ask(['judge', 'guessing', '50', '50']), { status: 0, stdout: 'right\n' });
    t.match(await ask(['judge', 'guessing', '50', '42']), { status: 1, stdout: 'higher\n' });
    t.match(await ask(['judge', 'chess']), {
      status: 2,
      stderr: /bananagrams, scrabble, boggle or guessing; got "chess"/,
    });
    t.match(await ask(['check', 'guessing', bot()]), {
      status: 0,
      stdout: /2 steps: 2 ok; nothing is wrong/,
    });
    t.match(await ask(['check', 'guessing', bot('outside')]), {
      status: 1,
      stdout: /not ok +2 +guesses a number of the range\n +expected: a number from 1 to 10\n +came: +11\n/,
    });
    t.match(await run(['demo', 'guessing']), {
      status: 0,
      stdout: /Ada[\s\S]*has won: the number was guessed/,
    });
    const written = await ask(['new', 'javascript', 'guessing']);
    t.match(written, { status: 0, stdout: /wrote guessing-javascript\/bot\.mjs/ });
    t.match(await ask(['check', 'guessing', `node '${join(cwd, 'guessing-javascript', 'bot.mjs')}'`]), {
      status: 0,
    });
  });
});

t.test('handed games', async (t) => {
  t.test('Each command line has the games that it was handed: there is no list behind it', async (t) => {
    const [alone, both, usual] = [
      commandsOf({ guessing: guessingWords }),
      commandsOf({ ...gameWords, guessing: guessingWords }),
      commandsOf(gameWords),
    ];
    t.same(Object.keys(both).sort(), [...Object.keys(usual), 'guessing'].sort());
    const brought = Object.entries(gameWords).flatMap(([name, words]: [string, GameWords]) => [
      name,
      ...Object.keys(words.commands ?? {}),
    ]);
    t.ok(brought.includes('board'), 'a game brings commands of its own');
    const others = Object.keys(usual).filter((name) => !brought.includes(name));
    t.same(Object.keys(alone), ['guessing', ...others], 'which are not there without it');
    for (const name of ['judge', 'check'])
      t.same(Object.keys((await alone[name]!.load()).each!), ['guessing'], name);
  });

  t.test('A game need not bring a judge, a check, a demo and templates', async (t) => {
    const { title, summary, help, game } = guessingWords;
    const commands = commandsOf({ ...gameWords, guessing: { title, summary, help, game } });
    for (const name of ['judge', 'check']) {
      const command = await commands[name]!.load();
      t.notOk('guessing' in command.each!, name);
      const options = settleOptions(everyCommandOptions, []);
      const call = {
        operands: ['guessing'],
        options,
        textsOf: () => undefined,
        textsBesideFile: () => undefined,
        placeHere: () => undefined,
        coloured: false,
      };
      await t.rejects(
        command.run(call),
        new UsageError(`${name}: expected a game, bananagrams, scrabble or boggle`),
      );
    }
    const without = { ...gameWords, guessing: { title, summary, help, game } };
    for (const [words, part] of [
      [['judge', 'guessing', '50', '42'], 'judge'],
      [['check', 'guessing', './bot'], 'check'],
      [['demo', 'guessing'], 'demo'],
      [['play', 'guessing'], 'play'],
      [['new', 'python', 'guessing'], 'templates'],
    ] as const)
      t.match(await say(words, { games: without }), {
        ...{ status: 2, stderr: new RegExp(`: Guessing has no \`${part}\` in its words \\(GameWords\\)`) },
      });
    t.notMatch((await commands.demo!.load()).operands.form, /guessing/);
    t.notMatch((await commands.new!.load()).notes, /guessing/);
  });

  t.test('The games of the command line are those of the library, under the same names', async (t) => {
    t.same(Object.keys(gameWords).sort(), Object.keys(games).sort());
    for (const [name, words] of Object.entries(gameWords)) {
      const game = await words.game();
      t.equal(game.name, name);
      t.equal(game, (games as Record<string, unknown>)[name]);
    }
  });
});
