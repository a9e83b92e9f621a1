import t from 'tap';
import { dealt, letterAOptions, patient, quick } from './letter-a.ts';
import { afterDeal, against, failed, folderOfPlayers, offender, tryOutcomes } from './outcome-rows.ts';
import { run } from './wordhost.ts';

const cwd = folderOfPlayers(t);

await tryOutcomes(t, cwd, [
  {
    rule: 'the one who peels last has won, the other has lost',
    players: [patient, quick],
    options: ['--bunch', 'last-bunch'],
    status: 0,
    game: { outcome: 'won', reason: 'bunch-empty', winner: 2, peels: 1 },
    became: [{ outcome: 'lost' }, { outcome: 'won', grid: '003001AAA' }],
  },
  against('a command that is not there has failed', 'no_such_bot', failed('not-found'), {
    says: /^player 1 \(no_such_bot\): could not be started \(not-found\): .*cannot find the program no_such_bot on the PATH/m,
  }),
  against('who exits before it is ready has failed', 'exit 3', failed('exited'), {
    says: /status 3 before it was ready/,
  }),
  against('who exits with status 0 in mid-game has left', `printf r; ${dealt}`, {
    outcome: 'left',
    cause: 'exited',
  }),
  against('who dies of a signal has crashed', afterDeal('kill -SEGV $$'), {
    outcome: 'left',
    cause: 'crashed',
    exit: { code: null, signal: 'SIGSEGV' },
  }),
  against('a byte that no message allows', afterDeal('printf x'), offender('protocol', 'byte', 1)),
  against('a peel with a word that is none', afterDeal('printf p003001AAA'), offender('illegal', 'word', 1), {
    options: ['--dictionary', 'pairs.txt'],
    says: /AAA across, from column 1 of row 1/,
  }),
  {
    rule: 'nobody does anything: stalled, and all have lost',
    players: [patient, patient],
    options: ['--stall', '200ms'],
    status: 1,
    game: { outcome: 'stalled', reason: 'stalled', winner: null },
    became: [{ outcome: 'lost' }, { outcome: 'lost' }],
  },
  {
    rule: 'everybody goes, one after another: aborted',
    players: [`printf r; ${dealt}; exit 4`, `printf r; ${dealt}; exit 0`],
    options: ['--last-player', 'continue'],
    status: 1,
    game: { outcome: 'aborted', reason: 'nobody-left', winner: null },
    became: [
      { outcome: 'left', cause: 'crashed' },
      { outcome: 'left', cause: 'exited' },
    ],
  },
]);

t.test('the standard error of an offender is shown, its first lines and its end', async (t) => {
  const noisy = `for i in $(seq 50); do echo "line $i of my woes" >&2; done; ${afterDeal('printf x')}`;
  const { stderr } = await run([...letterAOptions, noisy, patient], { cwd });
  t.match(
    stderr,
    /first 3 lines and the last 7:\n {2}\| line 1 of .*( {2}\| line 4\d of my woes\n)+ {2}\| line 50 of/s,
  );
  t.notMatch(stderr, /line 9 of my woes/);
});
