import { type Choice, type Chooser, judgePlay, type Placement } from 'wordhost/scrabble';

export function longestPlay({ terms, position, held }: Choice): Chooser {
  let best: readonly Placement[] | undefined;
  let [length, points] = [0, Number.NEGATIVE_INFINITY];
  return {
    look(found) {
      if (found.length < length) return;
      if (found.length === length && found.points !== undefined && found.points <= points) return;
      const placements = found.placements();
      const judgement = judgePlay(terms, position, held, placements);
      if (!judgement.legal || (found.length === length && judgement.points <= points)) return;
      best = placements;
      ({ length } = found);
      ({ points } = judgement);
    },
    chosen: () => best,
  };
}
