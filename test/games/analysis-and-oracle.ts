import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { readRecord } from '../../host/events/read-record.ts';
import { scrabbleAnalysis } from '../../host/games/scrabble/analysis/analyze.ts';
import { readWrittenMove } from '../../host/games/scrabble/formats/move-notation.ts';
import { emptyPosition } from '../../host/games/scrabble/judge/position.ts';
import type { Deal } from '../../host/games/scrabble/rules/open.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { placementsOf } from '../../host/games/scrabble/wire/messages.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { analyzeRecord } from '../../host/tools/analyze/analyze-record.ts';
import { run } from '../cli/wordhost.ts';
import { bestNaively, playText } from '../oracle/scrabble-best-play.ts';
import type { SeenEvent } from '../seen-event.ts';
import { few, naively } from './scrabble-brute-force.ts';

/** More than a position has best plays. */
const ALL = 5000;

/** Games of players that make weak moves: each move of so many is held against all plays, found by brute force. */
export async function judgesAsTheOracle(t: Test, board: string, positions: number): Promise<void> {
  const cwd = t.testdir({ 'words.txt': `${few.join('\n')}\n` });
  const [shown, words] = [{ losses: 0, bests: 0 }, new Set(few)];
  let seen = 0;
  for (let seed = 1; seen < positions; seed++) {
    const folder = `games-${seed}`;
    const options = ['--seed', `${seed}`, '--dictionary', 'words.txt', '--board', board, '--max-turns', '30'];
    await run(
      ['scrabble', ...options, '--record', folder, 'wordhost player random', 'wordhost player longest'],
      { cwd },
    );
    const [file] = readdirSync(join(cwd, folder));
    const record = readRecord(join(cwd, folder, file!), { scrabble });
    const list = loadLexicon(join(cwd, 'words.txt'));
    if (!record.ok || !list.ok) return void t.fail('no record');
    const { lexicon } = list;
    const tools = { analysis: scrabbleAnalysis, lexicon, options: { by: 'points' }, top: ALL };
    const report = await analyzeRecord(record, file!, tools);
    const planning = planFromRecord(record, lexicon);
    if (!planning.ok) return void t.fail(planning.problem);
    const { terms } = scrabble.prepare(planning.plan.setup as never) as Deal;
    let position = emptyPosition;
    const hands = new Map<number, number[]>();
    const moves = new Map(report.moves.map((move) => [move.n, move]));
    for (const event of record.events as unknown as readonly SeenEvent[]) {
      if (event.type === 'deal') hands.set(event.seat, idsIn(event.tiles));
      const move = moves.get(event.n);
      if (move && seen++ < positions) {
        const hand = hands.get(move.seat)!;
        const held = new Map(hand.map((id) => [id, hand.filter((other) => other === id).length]));
        const oracle = naively(terms, words, position, held);
        const { most = 0, best } = bestNaively(oracle.table, oracle.lying, oracle.hand, oracle.region);
        const where = `seed ${seed}, event ${event.n}`;
        t.equal(move.measure, Math.max(0, most - Number(move.cells.points)), `${where}: what it gave away`);
        const ours = move.best.filter((text) => text.endsWith(` ${most}`) && !/^(pass|change)/.test(text));
        t.same(new Set(ours.map((text) => placedBy(text, terms))), best, `${where}: the best plays`);
        shown.losses += move.measure! > 0 ? 1 : 0;
        shown.bests += best.size;
      }
      const given =
        event.type === 'play' ? placementsOf(event.move.split(' ')).map(({ id }) => id) : (event.ids ?? []);
      if (event.errors !== undefined || !['play', 'change'].includes(event.type)) continue;
      if (event.type === 'play') position = position.with(placementsOf(event.move.split(' ')));
      const hand = hands.get(event.seat)!;
      for (const id of given) hand.splice(hand.indexOf(id), 1);
      hand.push(...idsIn(event.drew));
    }
  }
  t.ok(shown.losses > 0, `${positions} positions on ${board}, ${shown.losses} losses, ${shown.bests} best`);
}

function placedBy(text: string, terms: Deal['terms']): string {
  const read = readWrittenMove(text.slice(0, text.lastIndexOf(' ')), terms);
  return read.ok && read.move.type === 'play' ? playText(read.move.placements) : text;
}

function idsIn(counts: string): number[] {
  return counts
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => {
      const [id, count] = word.split('x').map(Number);
      return Array<number>(count!).fill(id!);
    });
}
