import { messageText, readGreeting, readNotice, ruleSets, searchPlays } from 'wordhost/scrabble';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import type { Script } from '../../host/seats/scripted/scripted-seats.ts';
import type { Chance } from '../../players/program/chance.ts';
import { FollowedGame } from '../../players/scrabble/followed-game.ts';
import { moveWhenStuck } from '../../players/scrabble/move-when-stuck.ts';
import type { Strategy } from '../../players/scrabble/strategy.ts';
import { lineScript } from './line-script.ts';

/** A built-in player of Scrabble, in this process and without a clock: it makes the moves of `wordhost player`. */
export function scrabbleScript(strategy: Strategy, lexicon: Lexicon, chance: Chance): Script {
  return lineScript(({ say }) => {
    let game: FollowedGame;
    return {
      greeted(lines) {
        const read = readGreeting(lines);
        if (!read.ok) throw new Error(read.problem);
        const rules = Object.values(ruleSets).find(({ name }) => name === read.told.rules)!;
        game = new FollowedGame(read.told, rules, lexicon);
      },
      heard(line) {
        const notice = readNotice(line);
        if (notice) game.hear(notice);
        if (game.turn === undefined) return;
        const { turn, terms, position, held } = game;
        const chooser = strategy({ terms, position, held, chance });
        for (const _ of searchPlays(terms, position, held, (found) => chooser.look(found)));
        const placements = chooser.chosen();
        const move = placements ? { type: 'play' as const, placements } : moveWhenStuck(game);
        game.answer(move);
        say(`${messageText(move, turn.k)}\n`);
      },
    };
  });
}
