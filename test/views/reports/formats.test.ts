import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { visible } from '../../../host/core/text.ts';
import { junit } from '../../../host/views/reports/junit.ts';
import { markdown } from '../../../host/views/reports/markdown.ts';
import type { RunSummary, TestCase } from '../../../host/views/reports/summary.ts';
import { tap } from '../../../host/views/reports/tap.ts';
import fc from '../../support/laws.ts';
import { without } from '../../support/without.ts';
import { readJunit, readTap } from './consumers.ts';

const awkward = [
  ...['plain', 'a < b && "c" > \'d\'', ']]>', '<![CDATA[', '&amp;', '# SKIP no', '\\# TODO', '...', '---'],
  ...[
    '  leading',
    'trailing  ',
    'a\nb\r\nc\td',
    '\u001b[31mred\u001b[0m',
    '\u0000',
    '\u202eabc',
    '\ufffe\uffff',
  ],
  ...[
    '\ud800',
    'é ß 漢 😀',
    '`code` ``two``',
    '| cell | cell |',
    '*bold* _it_ [a](b) <b>',
    '@somebody #12',
    '$x$',
  ],
  ...['```', '</details>', '<!-- comment', '--> end', ''],
];
const texts = [
  ...awkward,
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 30 }), { seed: 1, numRuns: 100 }),
];

const failed = (text: string): TestCase => ({
  ...{ name: text, ms: 12.5, outcome: 'failed', why: text, kind: text },
  ...{ report: [text, `  ${text}`, ''], command: text },
});

function summaryOf(cases: readonly TestCase[], name = 'suite'): RunSummary {
  const suite = {
    name,
    startedAt: '2026-01-02T03:04:05.678Z',
    ms: 1234.5678,
    facts: { seed: name },
    cases,
  };
  return { title: name, verdict: [name], tables: [], suites: [suite] };
}

const mixed: readonly TestCase[] = [
  { name: 'won', ms: 1234.5678, outcome: 'passed' },
  { ...failed('lost'), report: ['player 2: illegal', '  > x', '    ^ byte 1'] },
  { name: 'void', outcome: 'error', kind: 'void', why: 'no memory' },
  { name: 'left out', outcome: 'skipped', why: 'interrupted' },
];

t.test(
  'JUnit: read by the schema of its readers, with every case and why it failed',
  { skip: without('python3') },
  async (t) => {
    const read = readJunit(junit.write(summaryOf(mixed)));
    t.same(read.faults, []);
    t.match(read, { tests: '4', failures: '1', errors: '1', time: '1.235' });
    t.match(read.suites, [
      { name: 'suite', tests: '4', failures: '1', errors: '1', skipped: '1', time: '1.235' },
    ]);
    t.match(read.suites[0]!.cases, [
      { name: 'won', classname: 'wordhost.suite', time: '1.235', problem: null },
      {
        problem: {
          is: 'failure',
          type: 'lost',
          message: 'lost',
          text: /\n {2}> x\n {4}\^ byte 1\n\nlost\n$/,
        },
      },
      { time: '0.000', problem: { is: 'error', type: 'void', message: 'no memory' } },
      { problem: { is: 'skipped', message: 'interrupted' } },
    ]);
  },
);

t.test(
  'JUnit: whatever is in a text, it is XML, and nothing in it acts',
  { skip: without('python3') },
  async (t) => {
    const { faults, suites } = readJunit(junit.write(summaryOf(texts.map(failed), texts.join(''))));
    t.same(faults, []);
    const shown = (text: string) => visible(text).replace(/[\ufffe\uffff]/g, '\ufffd');
    t.same(
      suites[0]!.cases.map(({ name, problem }) => [name, problem?.message]),
      texts.map((text) => [shown(text), shown(text)]),
    );
  },
);

t.test('TAP: read by the parser of tap, with its diagnostics', async (t) => {
  const cases = readTap(tap.write(summaryOf(mixed)));
  t.match(cases, [
    { ok: true, id: 1, name: 'won', time: 1234.568, diag: null },
    { ok: false, name: 'lost', diag: { message: 'lost', severity: 'fail', kind: 'lost', command: 'lost' } },
    { ok: false, name: 'void', diag: { message: 'no memory', severity: 'error' } },
    { ok: true, name: 'left out', skip: 'interrupted' },
  ]);
  t.equal(cases[1]!.diag!.report, 'player 2: illegal\n  > x\n    ^ byte 1\n');
});

t.test('TAP: whatever is in a text, it is one case', async (t) => {
  const cases = readTap(tap.write(summaryOf(texts.map(failed), texts.join(''))));
  t.same(
    cases.map(({ ok, skip, todo, diag }) => [ok, skip, todo, diag?.message]),
    texts.map((text) => [false, false, false, visible(text)]),
  );
});

t.test('TAP: several suites are told apart, and none is a plan that is skipped', async (t) => {
  const [one] = summaryOf(mixed).suites;
  const text = tap.write({
    title: 'all',
    verdict: [],
    tables: [],
    suites: [one!, { ...one!, name: 'other' }],
  });
  t.equal(readTap(text)[4]!.name, 'other: won');
  t.match(tap.write(summaryOf([])), /\n1\.\.0 # SKIP nothing was run\n/);
});

t.test('Markdown: nothing in a text is markup', async (t) => {
  const program = join(import.meta.dirname, '../../..', 'node_modules', 'marked', 'bin', 'marked.js');
  const tables = [{ headings: texts, rows: [texts] }];
  const text = markdown.write({ ...summaryOf(texts.map(failed), texts.join(' ')), tables });
  const html = execFileSync(process.execPath, [program, '--gfm'], { input: text, encoding: 'utf8' });
  t.notMatch(html, /<(b|em|a|img|del)[ >]/, 'no text became an element');
  t.equal(html.match(/<t[hd]( align="right")?>/g)!.length, 2 * texts.length, 'no text is two cells');
  t.equal(html.match(/<details>/g)!.length, html.match(/<\/details>/g)!.length);
  t.equal(html.match(/<h2>/g)!.length, 1);
  t.notMatch(text, /@somebody(?![\s\S]*```)/, 'who is named in a text is not called');
});

t.test('Markdown: the verdict first, at most twenty cases in full', async (t) => {
  const many = Array.from({ length: 25 }, (_, index) => failed(`case ${index}`));
  const text = markdown.write(summaryOf(many));
  t.match(text, /^<!-- wordhost -->\n## suite\n\n\*\*suite\*\*\n\n<details>/);
  t.equal(text.match(/<details>/g)!.length, 20);
  t.match(text, /\n\nand 5 other cases that failed\n/);
});
