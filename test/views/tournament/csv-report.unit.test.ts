import t from 'tap';
import { csvBeginning, csvReport } from '../../../host/views/tournament/csv-report.ts';
import fc from '../../support/laws.ts';
import { hostileNames, madeUp } from './made-up.ts';

/** As RFC 4180 has it, strictly. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain, end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error('no CSV');
    row.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const namesIn = (names: readonly string[]) =>
  readCsv(csvReport(madeUp({ names, games: 0 }).report))
    .slice(1)
    .map(([, name]) => name!);

t.test('a line for each player, with the numbers of the JSON', async (t) => {
  t.same(csvReport(madeUp({ names: ['ada', 'ben'], badEvery: 2 }).report).split('\r\n'), [
    csvBeginning.trimEnd(),
    '1,ada,2,1,0,1,1,80,30,0.9,376.5,10,0,0,12.1,80.5,0,',
    '2,ben,2,1,0,1,1,60,31,0.9,423,9,1,0,13.1,80.5,0,',
    '',
  ]);
});

t.test('what nobody knows is an empty cell', async (t) => {
  const [, row] = readCsv(csvReport(madeUp({ names: ['ada'], games: 0 }).report));
  t.same(row, ['1', 'ada', '0', '0', '0', '0', '0', '', '', '', '', '', '0', '0', '', '', '0', '']);
});

t.test('no name is a formula for a spreadsheet, and none breaks the line', async (t) => {
  const names = namesIn(hostileNames);
  t.equal(names.length, hostileNames.length);
  t.same(
    names.filter((name) => /^\s*[=+\-@]/.test(name)),
    [],
  );
  t.match(names[3], /^'=HYPERLINK/);
});

t.test('a law: every name can be read back', async () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z=+@'",; -]{1,12}$/), { minLength: 1 }), (names) => {
      const read = namesIn(names).map((name) => name.replace(/^'(?=\s*[=+\-@'])/, ''));
      return read.every((name, index) => name === names[index]);
    }),
  );
});
