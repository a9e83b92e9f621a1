import t from 'tap';
import { chanceFrom } from '../../host/bots/chance.ts';
import { bestPlay } from '../../host/bots/scrabble/best-play.ts';
import { builtInBoard } from '../../host/games/scrabble/board/built-in-boards.ts';
import { judgePlay } from '../../host/games/scrabble/judge/judge-move.ts';
import { emptyPosition, type Position } from '../../host/games/scrabble/judge/position.ts';
import type { RankedPlay } from '../../host/games/scrabble/moves/ranked-plays.ts';
import { type FoundPlay, searchPlays } from '../../host/games/scrabble/moves/search-plays.ts';
import { ruleSetNames, ruleSets } from '../../host/games/scrabble/rule-sets.ts';
import { builtInTileSet } from '../../host/games/scrabble/tiles/tile-set.ts';
import type { Placement } from '../../host/games/scrabble/wire/messages.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { readOptions } from '../../players/greedy/options.ts';
import { run } from '../cli/wordhost.ts';
import { expectOk } from '../support/expect-ok.ts';
import { faultsOf, playGame } from './scrabble-games.ts';

const { lexicon } = expectOk(loadLexicon('english'));
const tiles = builtInTileSet('english')!;
const score = { player: 1, scores: [0, 0], scoreless: 0 };
const boards = ['official', 'hole', 'infinite', 'infinite-random:7'];

const handOf = (letters: string) => {
  const hand = new Map<number, number>();
  for (const letter of letters) {
    const id = letter === '?' ? 0 : letter.charCodeAt(0) - 64;
    hand.set(id, (hand.get(id) ?? 0) + 1);
  }
  return hand;
};

function chosenOf(
  choice: Parameters<ReturnType<typeof bestPlay>>[0],
  plays: readonly (readonly Placement[])[],
  top = 1,
) {
  let shown: readonly RankedPlay[] = [];
  const chooser = bestPlay({ shown: top, show: (best) => (shown = best) })(choice);
  for (const placements of plays)
    chooser.look({
      length: placements.length,
      points: undefined,
      placements: () => [...placements],
    } satisfies FoundPlay);
  return { chosen: chooser.chosen(), shown };
}

t.test('it makes the play with the most points, in whatever order plays are found', async (t) => {
  const chance = chanceFrom('1');
  for (const name of boards.slice(0, 3)) {
    const terms = { rules: ruleSets.tournament, board: builtInBoard(name)!, tiles, lexicon, handSize: 7 };
    let position: Position = emptyPosition;
    for (const letters of ['QUIZERS', 'ATONEDX', 'JEEPFUL', 'WHOMEVE', 'BCKLYAR', 'TAILED?']) {
      const held = handOf(letters);
      const plays: Placement[][] = [];
      for (const _ of searchPlays(terms, position, held, (found) => plays.push(found.placements())));
      const points = plays.map((play) => {
        const judgement = judgePlay(terms, position, held, play);
        return judgement.legal ? judgement.points : Number.NEGATIVE_INFINITY;
      });
      const choice = { terms, position, held, inBag: 86, ...score, chance };
      const { chosen, shown } = chosenOf(choice, plays, 5);
      const most = points.toSorted((one, other) => other - one);
      t.strictSame(
        shown.map((play) => play.points),
        most.slice(0, 5),
        `${name}, ${letters}: ${plays.length} plays, ${shown[0]?.words[0]?.letters} for ${most[0]}`,
      );
      t.strictSame(chosenOf(choice, plays.toReversed()).chosen, chosen, 'found the other way round');
      t.strictSame(chosen, shown[0]?.placements);
      position = position.with(shown[0]!.placements);
    }
  }
});

t.test('where there is no play it makes none', async (t) => {
  const terms = {
    rules: ruleSets.tournament,
    board: builtInBoard('official')!,
    tiles,
    lexicon,
    handSize: 7,
  };
  const held = handOf('VVV');
  const choice = { terms, position: emptyPosition, held, inBag: 86, ...score, chance: chanceFrom('1') };
  t.strictSame(chosenOf(choice, []), { chosen: undefined, shown: [] });
});

t.test('whole games: no move of its is refused, and it beats the longest word', async (t) => {
  let won = 0;
  const games = 4;
  for (let game = 0; game < games; game++) {
    const rules = ruleSetNames[game % ruleSetNames.length]!;
    const options = { rules, board: boards[game % boards.length]! };
    const seats = game % 2 === 0 ? (['greedy', 'longest'] as const) : (['longest', 'greedy'] as const);
    const played = await playGame({ seats, lexicon, options, seed: String(game) });
    t.strictSame(faultsOf(played), [], `${options.board}, ${rules}`);
    const { winner } = played.result;
    won += Number(winner !== null && seats[winner - 1] === 'greedy');
  }
  t.ok(won >= games - 1, `${won} of ${games} games won`);
});

t.test('whole games with what it keeps: no move of its is refused', async (t) => {
  for (const [index, board] of boards.slice(0, 3).entries()) {
    const rules = ruleSetNames[index % ruleSetNames.length]!;
    const seats = ['keeping', 'greedy'] as const;
    const played = await playGame({ seats, lexicon, options: { rules, board }, seed: `kept ${index}` });
    t.strictSame(faultsOf(played), [], `${board}, ${rules}`);
  }
});

t.test('its options', async (t) => {
  t.match(readOptions([], '7'), { options: { leave: false, top: 0, level: 'all', seed: '7' } });
  t.match(readOptions(['--leave', '--top', '2'], '7'), { options: { leave: true, top: 2 } });
  for (const words of [
    ['--leave', 'CSW21.klv2', '--top', '2'],
    ['--leave=CSW21.klv2', '--top=2'],
  ])
    t.match(readOptions(words, '7'), { options: { leave: 'CSW21.klv2', top: 2 } });
  t.match(readOptions(['--top', '20', '--level', 'few'], undefined), {
    options: { top: 20, level: 'few' },
  });
  const cwd = t.testdir({ 'package.json': '{}' });
  for (const [path, problem] of [
    ['none.klv2', /^wordhost player greedy: --leave none\.klv2: ENOENT/],
    ['package.json', /^wordhost player greedy: --leave package\.json: expected a KLV2 file/],
  ] as const)
    t.match(await run(['player', 'greedy', '--leave', path], { cwd }), { status: 2, stderr: problem });
  for (const value of ['-1', 'all', '1001'])
    t.match(readOptions(['--top', value], undefined), {
      problem: `--top: expected a whole number from 0 to 1000; got ${value}`,
    });
});
