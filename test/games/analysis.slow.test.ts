import t from 'tap';
import { judgesAsTheOracle } from './analysis-and-oracle.ts';
import { greedyLosesNothing, keepingLosesNothing } from './analysis-of-greedy.ts';

t.test('the analysis of games against brute force', async (t) => {
  await judgesAsTheOracle(t, 'official', 140);
  await judgesAsTheOracle(t, 'hole', 30);
  await judgesAsTheOracle(t, 'random:7', 30);
});

t.test('300 games of greedy give nothing away by points', async (t) => {
  await greedyLosesNothing(t, 300);
});

t.test('40 games of greedy --leave by points and leave', async (t) => {
  await keepingLosesNothing(t, 40);
});
