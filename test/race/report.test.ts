import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { judgeRace } from '../../host/tools/race/make-report.ts';
import type { RaceReport } from '../../host/tools/race/race-report.ts';
import { barAxis, raceLines, shareBar } from '../../host/tools/race/report/race-lines.ts';
import { racePage } from '../../host/tools/race/report/race-page.ts';
import { paintFor } from '../../host/views/terminal/paint.ts';
import { allOf } from '../support/all-of.ts';
import fc, { runs } from '../support/laws.ts';
import { unbalanced } from '../views/html/unbalanced.ts';
import { curveOf, quietRace, shareOf, spreadOf } from './made-up-race.ts';

const plain = paintFor(false);
const lines = (report: RaceReport) => raceLines(report, plain);
const text = (report: RaceReport) => lines(report).join('\n');
/** Without its lines. */
const words = (report: RaceReport) => text(report).replace(/\s+/g, ' ');

const unfair: RaceReport = {
  ...quietRace,
  mode: { shuffles: false, flushes: false, batch: false, photoFinishUs: 0, restUs: 2000 },
  seats: spreadOf([1900, 100], 1e-30),
  verdict: { fair: false, judged: true, sentence: 'Seat 1 won 95.0% of 2,000 gates.', alpha: 0.001 },
};

const ofRecords: RaceReport = {
  ...quietRace,
  ...{
    source: 'records',
    racer: null,
    seed: null,
    spawns: null,
    inversions: null,
    deadHeats: null,
  },
  curve: [],
  entries: [
    { ...shareOf(1, 1500, 2000), name: 'Ada', command: './ada', games: 20, gamesWon: 15, late: 500 },
    { ...shareOf(2, 500, 2000), name: 'Ben', command: './ben', games: 20, gamesWon: 5, late: 1500 },
  ],
  machine: { ...quietRace.machine, kernel: null, model: null, loadBefore: null, loadAfter: null },
};

t.test('the last line is the verdict: fair, NOT FAIR, or not judged', async (t) => {
  t.equal(lines(quietRace).at(-1), 'verdict: fair. Nobody was favoured.');
  t.equal(lines(unfair).at(-1), 'verdict: NOT FAIR. Seat 1 won 95.0% of 2,000 gates.');
  const verdict = { ...quietRace.verdict, judged: false, sentence: '7 gates cannot tell.' };
  t.equal(lines({ ...quietRace, verdict }).at(-1), 'verdict: not judged. 7 gates cannot tell.');
});

t.test('each share is drawn with its interval, against the line where no seat is favoured', async (t) => {
  const scale = { low: 0.45, high: 0.55 };
  t.equal(barAxis(0.5, scale), '45%           50%           55%');
  const bar = (share: number, low: number, high: number) =>
    shareBar({ label: '', wins: 0, share, low, high }, 0.5, scale);
  t.equal(bar(0.49, 0.47, 0.51), '      ├─────●──┼──┤');
  t.equal(bar(0.53, 0.52, 0.54), '               │     ├──●──┤');
  t.equal(bar(0.5, 0.5, 0.5), '               ●');
});

t.test('the figures are in the report, each with what it means', async (t) => {
  const report = text(quietRace);
  t.match(report, /^2,000 gates in 20 games between 2 identical racers\.$/m);
  t.match(report, /^By seat {2}\(p = 0\.42, exact binomial\)$/m);
  t.match(report, /^ +1 +990 +49\.5% +47\.3% to 51\.7% /m);
  t.match(report, /^By writing order {2}\(p < 0\.0001, exact binomial\)$/m);
  t.match(report, /^ +5 µs +220 +55\.0%/m);
  t.match(report, /head start +median 2\.1 µs, 99th percentile 13\.4 µs/);
  t.match(report, /inversions +3 of 1,950 pairs of peels \(0\.15%\)\n +The .*peels.*different/);
  t.match(report, /dead heats +1,210 of 2,000 gates \(60\.5%\)/);
  t.match(report, /unpolled gates +3 of 2,000 gates \(0\.15%\)/);
  t.match(report, /other load +make \(pid 1234\) 2\.0%/);
});

t.test('a measure that was left out is said wherever it matters', async (t) => {
  const report = words(unfair);
  t.match(report, /FIXED writing order/);
  t.match(report, /gates opened WITHOUT polling first/);
  t.match(report, /always.*head start/);
  t.match(report, /unpolled gates all gates/);
});

t.test('what records cannot tell is said, and nothing is made up', async (t) => {
  const report = text(ofRecords);
  t.match(report, /2,000 gates in 20 games of 2 players, from records\./);
  t.match(report, /Not available: .*inversions, dead\s+heats\./);
  t.notMatch(report, /null|undefined|NaN|load average|Wins by advantage/);
  t.match(report, /^ +Ada +1,500 +75\.0%/m);
});

t.test('players whose names are long are told apart by numbers', async (t) => {
  const [one, other] = ofRecords.entries!;
  const entries = [
    { ...one!, name: 'wordhost player bananagrams' },
    { ...other!, name: `./${'x'.repeat(200)}` },
  ];
  const report = text({ ...ofRecords, entries });
  t.match(report, /^ +1 +1,500 +75\.0%/m);
  t.match(report, /^ {2}1 is wordhost player bananagrams\n {2}2 is \.\/x{70}…$/m);
  t.ok(allOf(report.split('\n').slice(0, -1), (line) => line.length <= 80));
});

t.test('a word that is longer than a line is broken', async (t) => {
  const machine = { ...quietRace.machine, model: 'x'.repeat(200) };
  t.ok(allOf(lines({ ...quietRace, machine }).slice(0, -1), (line) => line.length <= 80));
});

t.test('where games have their say beside gates, both are shown', async (t) => {
  const seats = { ...quietRace.seats, p: 0.00001, byGame: 0.31 };
  const report = words({ ...quietRace, seats });
  t.match(report, /By seat \(p < 0\.0001, for games p = 0\.31, exact binomial\)/);
  t.match(report, /race.*not fair.*below 0\.001 for whole games too/);
});

t.test('a photo finish is shown with what the coin did', async (t) => {
  const mode = { ...quietRace.mode, photoFinishUs: 200, restUs: 2000 };
  const report = text({ ...quietRace, mode, photoFinish: { coins: 812, of: 2000, overturned: 404 } });
  t.match(report, /photo finish +812 of 2,000 .*coin toss \(40\.6%\)/);
  t.match(report, /within 200 µs\. In 404 cases\s+the\s+coin\s+toss\s+did\s+not\s+choose/);
});

t.test('an offender is named, with what it did', async (t) => {
  const offender = {
    name: './bot',
    seat: 2,
    seed: 'abc',
    kind: 'protocol',
    rule: 'byte',
    detail: 'a newline',
  };
  const report = words({ ...ofRecords, offences: 1, offenders: [offender] });
  t.match(report, /offenses 1 \.\/bot in seat 2, game with seed abc: protocol \(byte\), a newline/);
});

t.test('a player that left the batch class is named, in the facts and in the verdict', async (t) => {
  const leftBatchClass = [{ entry: 2, name: './bot', seen: 'other', games: 3 }];
  const race = { ...quietRace, leftBatchClass };
  t.match(words(race), /not batch work \.\/bot \(other\)/);
  const verdict = judgeRace(race, true);
  t.match(verdict, {
    fair: false,
    judged: true,
    sentence: /^Player 2 \(\.\/bot\) .*batch scheduling.* 3 of /,
  });
  t.match(
    judgeRace({ ...race, gates: 5 }, true),
    { fair: false, judged: true },
    'few gates do not excuse it',
  );
  t.match(judgeRace(quietRace, true), { fair: true });
});

t.test('players that could not be pinned are said to be so, with the reason', async (t) => {
  t.match(text({ ...quietRace, pinned: true }), /pinned +one processor for each player/);
  t.match(text({ ...quietRace, unpinnedBecause: 'there is no taskset' }), /pinned +no: there is no taskset/);
});

t.test('a page fetches nothing, and runs nothing', async (t) => {
  const page = racePage(quietRace);
  t.notMatch(page, /<script|<link|<img|<iframe|\bsrc=|url\((?!#)|@import|https?:|\bon[a-z]+=/i);
  t.match(page, /color-scheme: ?light dark/);
  t.match(page, /@media print/);
  t.match(page, /name="viewport"/);
  t.equal(
    page.match(/<svg (?!class="paints)/g)?.length,
    5,
    'seats, starting, writing, the curve, the head start',
  );
  t.equal(unbalanced(page), undefined);
});

t.test('nothing that a player is called becomes a part of the page, or of the terminal', async (t) => {
  const name = `"><script>alert('1')</script><b a='&amp;\u001b[31m`;
  const entries = ofRecords.entries!.map((entry) => ({ ...entry, name, command: name }));
  const offender = { name, seat: 1, seed: name, kind: 'protocol', rule: 'byte', detail: name };
  const report = { ...ofRecords, entries, offenders: [offender] };
  const page = racePage(report);
  t.notMatch(page, /<script|<b /);
  t.equal(unbalanced(page), undefined);
  t.match(page, '&#60;script&#62;');
  t.notMatch(text(report), '\u001b');
});

const shares = fc.integer({ min: 2, max: 8 }).chain((players) => {
  return fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: players, maxLength: players });
});

const races: fc.Arbitrary<RaceReport> = fc
  .record({
    won: shares,
    head: fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })),
    p: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ won, head, p }) => {
    const sorted = [...head].sort((one, other) => one - other);
    const quantiles = sorted.map((us, index) => ({ share: index / sorted.length, us }));
    const headStart = { medianUs: sorted[0] ?? 0, p99Us: sorted.at(-1) ?? 0, quantiles, byPlace: [] };
    const spread = { ...spreadOf(won, p), byGame: p / 2 };
    const curve = curveOf(
      Object.fromEntries(sorted.slice(0, 4).map((us) => [Math.ceil(us) + 1, Math.min(1, us)])),
    );
    return {
      ...quietRace,
      players: won.length,
      seats: spread,
      spawns: spread,
      places: spread,
      headStart,
      curve,
    };
  });

t.test('whatever was measured can be drawn: in 80 columns, and on a page without odd numbers', async () => {
  fc.assert(
    fc.property(races, (report) => {
      const drawn = lines(report).slice(0, -1);
      for (const line of drawn) if (line.length > 80) throw new Error(`${line.length} columns: ${line}`);
      const odd = /NaN|Infinity|undefined/.exec(drawn.join('\n') + racePage(report));
      if (odd) throw new Error(`${odd[0]} in ${odd.input.slice(odd.index - 80, odd.index + 40)}`);
      const outside = [...racePage(report).matchAll(/ (?:c?[xy][12]?)="(-?[\d.]+)"/g)].filter(
        ([, at]) => Number(at) < -1 || Number(at) > 362,
      );
      if (outside.length > 0) throw new Error(`outside the drawing: ${outside[0]![0]}`);
    }),
    runs(200),
  );
});

t.test('every field of a report is in the schema', async (t) => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../docs/reference/race.schema.json'), 'utf8'),
  );
  const isRace = new Ajv2020({ strict: true, strictTypes: false }).compile(closed(schema));
  const mode = { ...quietRace.mode, photoFinishUs: 200, restUs: 2000 };
  const photo = { ...quietRace, mode, photoFinish: { coins: 1, of: 2, overturned: 1 } };
  for (const report of [quietRace, unfair, ofRecords, photo])
    t.ok(isRace(report), JSON.stringify(isRace.errors));
  t.notOk(isRace({ ...quietRace, verdict: { fair: 'yes' } }));
  t.notOk(isRace({ ...quietRace, more: 1 }));
});

/** The same schema, where nothing may stand that is not described. */
function closed(schema: unknown): never {
  if (Array.isArray(schema)) return schema.map(closed) as never;
  if (typeof schema !== 'object' || schema === null) return schema as never;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return ('properties' in schema ? { ...inner, additionalProperties: false } : inner) as never;
}
