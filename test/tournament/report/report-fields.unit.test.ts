import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import type { StandingsRow, TournamentReport } from '../../../host/tournament/report/report-fields.ts';
import { root } from '../../docs/pages.ts';

const schema = JSON.parse(readFileSync(join(root, 'docs/reference/report.schema.json'), 'utf8'));
const isReport = new Ajv2020({ strict: true, strictTypes: false }).compile(schema);

const ada: StandingsRow = {
  rank: 1,
  name: 'ada',
  games: 60,
  won: 40,
  drawn: 1,
  lost: 19,
  points: 40.5,
  tieBreaks: { direct: 0 },
  elo: { value: 88.1, error: 30.2 },
  los: 0.99,
  score: 402.1,
  margin: 33,
  offences: 0,
  timeouts: 0,
  thinkMs: { median: 12.1, max: 80.5 },
};

const report: TournamentReport = {
  wordhost: 1,
  kind: 'report',
  name: 'Spring league',
  game: 'scrabble',
  format: 'round-robin',
  seed: 'spring',
  games: 60,
  planned: 120,
  virtualDraws: 0,
  standings: [
    ada,
    { ...ada, rank: 2, name: 'ben', elo: null, los: null, score: null, margin: null, thinkMs: null },
  ],
  crosstable: [
    [null, { won: 40, drawn: 1, lost: 19 }],
    [{ won: 19, drawn: 1, lost: 40 }, null],
  ],
  bad: [
    {
      number: 17,
      id: 'V1StGXR8_Z5jdHi6B-myT',
      player: 'ben',
      outcome: 'offender',
      offence: { kind: 'protocol', rule: 'form', detail: 'a line that is no move' },
    },
  ],
};

t.test('a report fits the schema that is published', async (t) => {
  t.ok(isReport(report), 'fits', { errors: isReport.errors });
  t.notOk(isReport({ ...report, format: 'lottery' }), 'no such format');
});
