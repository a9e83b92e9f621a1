import { messageText, pointsOf, readGreeting, readNotice, type WordFinder } from 'wordhost/boggle';
import { FollowedGame } from '../../host/bots/boggle/play.ts';
import type { Script } from '../../host/seats/scripted/scripted-seats.ts';
import { expectOk } from '../support/expect-ok.ts';
import { lineScript } from './line-script.ts';

/** A player of Boggle, in this process: it guesses all words that it knows, or in its turn the longest that nobody has found. */
export function boggleScript(finder: WordFinder, isKnown: (word: string) => boolean): Script {
  return lineScript(({ say }) => {
    let game: FollowedGame;
    let words: readonly string[] = [];
    let isClassic = false;
    return {
      greeted(lines) {
        const read = expectOk(readGreeting(lines));
        const { player, board, rules } = read.told;
        game = new FollowedGame(player);
        isClassic = rules === 'classic';
        words = finder
          .wordsOn(board)
          .filter((word) => pointsOf(word) > 0 && isKnown(word))
          .sort((one, other) => other.length - one.length);
      },
      heard(line) {
        const notice = readNotice(line);
        if (notice) game.hear(notice);
        if (notice?.type === 'start' && isClassic)
          say(`${words.map((word) => `guess ${word}\n`).join('')}done\n`);
        if (game.turn === undefined) return;
        const word = words.find((each) => !game.isSettled(each));
        const { k } = game.turn;
        game.answer();
        say(`${messageText(word === undefined ? { type: 'pass' } : { type: 'guess', word }, k)}\n`);
      },
    };
  });
}
