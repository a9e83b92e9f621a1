import t from 'tap';
import { judgesAsTheOracle } from './analysis-and-oracle.ts';
import { greedyLosesNothing, keepingLosesNothing } from './analysis-of-greedy.ts';

t.test('the analysis of games against brute force', async (t) => {
  await judgesAsTheOracle(t, 'official', 60);
  await judgesAsTheOracle(t, 'hole', 15);
  await judgesAsTheOracle(t, 'random:7', 15);
});

t.test('60 games of greedy give nothing away by points', async (t) => {
  await greedyLosesNothing(t, 60);
});

t.test('12 games of greedy --leave by points and leave', async (t) => {
  await keepingLosesNothing(t, 12);
});
