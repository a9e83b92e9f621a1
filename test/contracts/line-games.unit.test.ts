import t from 'tap';
import { micros, seconds } from '../../host/core/units.ts';
import { boggle } from '../../host/games/boggle/boggle.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { words } from '../games/boggle-table.ts';
import { lexiconWith } from '../games/table.ts';
import { playedByHand } from '../match/hand-played.ts';
import { planOf } from './plan-of.ts';

const inTurns = {
  scrabble: planOf({ game: scrabble, lexicon: undefined }),
  boggle: planOf({ game: boggle, lexicon: lexiconWith(words), options: { rules: 'turns' } }),
};

for (const [name, plan] of Object.entries(inTurns))
  t.test(`${name}: a player that sends one late answer after another is throttled`, async (t) => {
    const { clock, stages, events } = await playedByHand(plan);
    for (const { say } of stages) say('ready\n');
    await clock.quiet();
    const { seat } = events.find(({ type }) => type === 'turn')!;
    await clock.pass(seconds(31));
    clock.lookTakes = micros(10);
    const late = () => events.filter(({ type }) => type === 'late').length;
    for (let count = 0; count < 1000; count++) {
      stages[seat - 1]!.say('@0 pass\n');
      await clock.turn();
    }
    await clock.quiet();
    const before = late();
    t.ok(before > 0 && before < 1000, `${before} of 1000 answers, and then a pause`);
    await clock.pass(seconds(2));
    t.equal(late(), 1000, 'all of them in the end');
  });
