import { messageText, readGreeting, readNotice, ruleSets, searchPlays } from 'wordhost/scrabble';
import type { Chance } from '../../host/bots/chance.ts';
import { moveOfChooser } from '../../host/bots/scrabble/decide.ts';
import { FollowedGame } from '../../host/bots/scrabble/game.ts';
import type { Strategy } from '../../host/bots/scrabble/strategy.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import type { Script } from '../../host/seats/scripted/scripted-seats.ts';
import { expectOk } from '../support/expect-ok.ts';
import { lineScript } from './line-script.ts';

/** A built-in player of Scrabble, in this process and without a clock: it makes the moves of `wordhost player`. */
export function scrabbleScript(strategy: Strategy, lexicon: Lexicon, chance: Chance): Script {
  return lineScript(({ say }) => {
    let game: FollowedGame;
    return {
      greeted(lines) {
        const read = expectOk(readGreeting(lines));
        const rules = Object.values(ruleSets).find(({ name }) => name === read.told.rules)!;
        game = new FollowedGame(read.told, rules, lexicon);
      },
      heard(line) {
        const notice = readNotice(line);
        if (notice) game.hear(notice);
        if (game.turn === undefined) return;
        const { turn, terms, position, held } = game;
        const chooser = strategy(game.choice(chance));
        for (const _ of searchPlays(terms, position, held, (found) => chooser.look(found)));
        const move = moveOfChooser(chooser, game);
        game.answer(move);
        say(`${messageText(move, turn.k)}\n`);
      },
    };
  });
}
