import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { strengths } from '../../host/bots/strengths.ts';
import { nextGame } from '../../host/cli/commands/play.ts';
import { bananagramsWords } from '../../host/cli/games/bananagrams.ts';
import { boggleWords } from '../../host/cli/games/boggle.ts';
import { scrabbleWords } from '../../host/cli/games/scrabble.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import type { OptionTable } from '../../host/games/kit/option.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { checks } from '../check/checks.ts';
import { root } from '../docs/pages.ts';
import { say } from './in-process.ts';

t.test('play', async (t) => {
  t.test('What cannot be played at one terminal is refused', async (t) => {
    for (const [args, says] of [
      [
        ['bananagrams', '--people', '2'],
        /--people 2: people share.*taking.* Bananagrams .*play.*time: give each person a terminal: wordhost bananagrams --stall 0 "wordhost player human" "wordhost player human --terminal FILE"/,
      ],
      [
        ['boggle', '--people', '2', '--rules', 'classic'],
        /--people 2: people share a terminal .*, and in Boggle by --rules classic.*time: leave --rules out, or give/,
      ],
      [['boggle', '--people', '3'], /--people 3: --rules turns is for 2 players, and there are 3/],
      [['--people', '17'], /--people: expected a whole number from 1 to 16.*17/],
      [
        ['--people', '2', '--strength', 'best'],
        /--strength .*bot.*no bot plays.* --people 2: leave one of them out/,
      ],
      [
        ['--name', 'Ada', '--name', 'Ben', '--people', '1'],
        /--name: expected at most 1 name, one for each person; got 2/,
      ],
      [['--name', 'Ada', '--name', 'Ada'], /--name: .*different.*person; got "Ada" twice/],
      [['--rules', 'simpel'], /--rules: expected one of tournament, course, simple; got "simpel"/],
      [['bananagrams', '--rules', 'simple'], /--rules: Bananagrams has no such option: leave it out/],
      [['bananagrams', '--first', '1'], /--first: Bananagrams has no such option: leave it out/],
      [['--dictionary', 'nowhere.txt'], /nowhere\.txt: no such file/],
      [['boggle', '--dictionary', 'none'], /--dictionary none: boggle requires a word list/],
      [['--first', '3'], /--first 3: expected a seat from 1 to 2, since 2 play/],
      [['boggle', '--first', '1'], /--first is for --rules turns/],
    ] as const) {
      const { status, stderr } = await say(['play', ...args]);
      t.match({ status, stderr }, { status: 2, stderr: says }, args.join(' '));
    }
  });

  t.test('Each game for people has a bot of each strength with valid options', async (t) => {
    for (const [game, { play }] of [
      [bananagrams, bananagramsWords],
      [scrabble, scrabbleWords],
      [boggle, boggleWords],
    ] as const) {
      t.same(Object.keys(play.opponents), strengths);
      t.equal(new Set(Object.values(play.opponents)).size, strengths.length);
      for (const command of Object.values(play.opponents)) t.match(command, /^wordhost player \w+/);
      const source = { where: (option: string) => option, texts: play.options };
      t.doesNotThrow(() => settleOptions(game.options as OptionTable, [source]));
    }
  });

  t.test('After a game another is proposed that fits how it ended', async (t) => {
    for (const [strength, outcome, lead, next] of [
      ['easy', 'lost', 'Another game, against a weaker bot:', 'beginner'],
      ['easy', 'won', 'Another game, against a stronger bot:', 'medium'],
      ['easy', 'draw', 'Another game:', 'easy'],
      ['easy', 'unfinished', 'Another game:', 'easy'],
      ['beginner', 'lost', 'Another game:', 'beginner'],
      ['best', 'won', 'Another game:', 'best'],
    ] as const)
      t.same(nextGame('boggle', strength, outcome), [lead, `wordhost play boggle --strength ${next}`]);
    const [, named] = nextGame('boggle', 'easy', 'draw', ['--name Ada', '--rules turns']);
    t.equal(named, 'wordhost play boggle --strength easy --name Ada --rules turns');
  });
});

t.test('how many', async (t) => {
  t.test('The page about checks says how many things are tried in each game', async (t) => {
    const page = readFileSync(join(root, 'docs/how-to/check-your-bot.md'), 'utf8');
    const told = Object.fromEntries(
      [...page.matchAll(/^\| (Scrabble|Bananagrams|Boggle) \| (\d+) \|/gm)].map(([, game, number]) => [
        game!.toLowerCase(),
        Number(number),
      ]),
    );
    const counted = Object.fromEntries(Object.entries(checks).map(([game, steps]) => [game, steps.length]));
    t.same(told, counted);
  });
});
