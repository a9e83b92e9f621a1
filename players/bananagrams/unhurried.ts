import type { Answer, Strategy } from 'wordhost/bananagrams';

/** Delays a strategy for each new tile, as people are slow. */
export function unhurried(strategy: Strategy, msPerTile: number, now = () => performance.now()): Strategy {
  if (msPerTile === 0) return strategy;
  return (table) => {
    const answerTo = strategy(table);
    let readyAt = 0;
    let answer: Answer | undefined;
    let unseen = '';
    return (hand) => {
      if (hand.drew !== '') readyAt = Math.max(readyAt, now()) + hand.drew.length * msPerTile;
      unseen += hand.drew;
      // A letter that it has decided to dump no longer counts, whatever comes meanwhile.
      if (!answer || (unseen !== '' && 'peel' in answer)) {
        answer = answerTo({ ...hand, drew: unseen });
        unseen = '';
      }
      const wait = readyAt - now();
      if (answer && wait > 0) return { wait };
      const given = answer;
      answer = undefined;
      return given;
    };
  };
}
