import t from 'tap';
import { commandsOf } from '../../host/cli/commands.ts';
import type { GameWords } from '../../host/cli/game-words.ts';
import { gameWords } from '../../host/cli/games/registry.ts';
import { UsageError } from '../../host/core/usage-error.ts';
import { games } from '../../host/games/registry.ts';
import { everyCommandOptions } from '../../host/settings/every-command-options.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { guessingWords } from './guessing-words.ts';

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
      said: () => undefined,
      saidBesideFile: () => undefined,
      saidHere: () => undefined,
      coloured: false,
    };
    await t.rejects(
      command.run(call),
      new UsageError(`${name}: expected a game, bananagrams, scrabble or boggle`),
    );
  }
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
