import { cut } from '../../core/text/columns.ts';
import { counted } from '../../core/text/plural.ts';
import type { TournamentReport } from '../../tournament/report/report-fields.ts';
import { type BadGame, badGameWords } from './report-words.ts';

const MOST_SHOWN = 20;
/** A player that is bad in each game does not hide the others. */
const MOST_OF_ONE = 3;

/** Some of them, with the commands that show them again. */
export function badGameLines(
  { bad }: TournamentReport,
  replay: (number: number) => string | undefined,
  width: number,
): string[] {
  const shown = examples(bad);
  const [all, some] = [bad, shown].map(gamesIn) as [number, number];
  const more = all - some;
  return [
    ...shown.flatMap((each) => {
      const command = replay(each.number);
      return [
        cut(`  game ${each.number}: ${badGameWords(each)}`, width),
        ...(command === undefined ? [] : [`    ${command}`]),
      ];
    }),
    ...(more > 0
      ? [`  and ${more} more of ${counted(all, 'bad game')}: --as junit or --as html has each`]
      : []),
  ];
}

/** Several players can go wrong in one. */
function gamesIn(bad: readonly BadGame[]): number {
  return new Set(bad.map(({ number }) => number)).size;
}

/** The first of each player. */
function examples(bad: readonly BadGame[]): readonly BadGame[] {
  const counts = new Map<string | null, number>();
  const few = bad.filter(({ player }) => {
    const count = (counts.get(player) ?? 0) + 1;
    counts.set(player, count);
    return count <= MOST_OF_ONE;
  });
  return few.slice(0, MOST_SHOWN);
}
