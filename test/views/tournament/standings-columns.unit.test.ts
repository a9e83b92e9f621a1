import t from 'tap';
import { eloWords, standingsColumns } from '../../../host/views/tournament/standings-columns.ts';
import { madeUp } from './made-up.ts';

t.test('what is opposite stays opposite when it is rounded', async (t) => {
  const margins = [234.55, -234.55, 0.04, -0.04];
  const standings = madeUp().report.standings.map((row, index) => ({ ...row, margin: margins[index] ?? 0 }));
  const column = standingsColumns({ standings }).find(({ heading }) => heading === 'margin');
  t.same(
    standings.map((row) => column?.cell(row)),
    ['234.6', '-234.6', '0.0', '0.0'],
  );
  t.equal(eloWords({ value: 10.5, error: 3.2 }), '+11 ± 3');
  t.equal(eloWords({ value: -10.5, error: 3.2 }), '-11 ± 3');
  t.equal(eloWords({ value: -0.2, error: 3.2 }), '0 ± 3');
});
