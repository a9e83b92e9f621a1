import { type RuleSet, readGreeting, ruleSets } from 'wordhost/scrabble';
import { paintFor } from 'wordhost/terminal';
import { FollowedGame } from '../../host/bots/scrabble/game.ts';
import { ScrabbleDesk } from '../../players/human/scrabble/desk.ts';
import { Hints } from '../../players/human/scrabble/hint.ts';
import { WatchedGame } from '../../players/human/scrabble/watched-game.ts';
import { keysIn } from '../../players/human/terminal/keys.ts';
import { laidScrabble, type Request } from '../games/scrabble-table.ts';
import { lexiconWith } from '../games/table.ts';
import { expectOk } from '../support/expect-ok.ts';

interface People {
  readonly request: Request;
  readonly isBlunt?: boolean;
}

/** The desks of people in one game, under the real referee, without terminals. */
export function peopleAt({ request, isBlunt = false }: People) {
  const table = laidScrabble(request);
  const lexicon = request.words && lexiconWith(request.words);
  const desks = request.hands.map((_, index) => {
    const read = expectOk(readGreeting(table.greeting(index + 1)));
    const rules = ruleSets[read.told.rules as RuleSet['name']];
    const game = new FollowedGame(read.told, rules, lexicon);
    const watched = new WatchedGame(read.told, game, ['Ada', 'Ben'][index]);
    const said: string[] = [];
    const needs = { watched, hints: new Hints(game, lexicon), paint: paintFor(false), isBlunt };
    return { said, watched, desk: new ScrabbleDesk({ ...needs, send: (text) => said.push(text) }) };
  });

  function tell(lines: readonly string[]): void {
    for (const line of lines) {
      const [, seat, text = ''] = /^(\d+)< (.*)$/.exec(line) ?? [];
      if (seat !== undefined) desks[Number(seat) - 1]!.desk.hear(text);
    }
  }

  for (const seat of desks.keys()) tell(table.says(seat + 1, 'ready'));
  return {
    table,
    desks,
    /** What somebody presses, as the terminal sends it. */
    presses(seat: number, sent: string): void {
      const { desk, said } = desks[seat - 1]!;
      for (const key of keysIn(sent)) desk.pressed(key);
      for (const text of said.splice(0)) tell(table.says(seat, text.trimEnd()));
    },
    /** The screen of a player, with one space for each blank. */
    screen(seat: number, size = { columns: 80, rows: 24, isPlain: false }): string {
      const { lines, prompt, typed } = desks[seat - 1]!.desk.screen(size, false);
      return [...lines, `${prompt}${typed}`].join('\n');
    },
    hear(seat: number, line: string): void {
      desks[seat - 1]!.desk.hear(line);
    },
  };
}
