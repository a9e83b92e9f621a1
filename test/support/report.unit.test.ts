import { text } from 'node:stream/consumers';
import t from 'tap';
import Report from './report.ts';

const results = `TAP version 14
# Subtest: test/one.test.ts
    # Subtest: outer
        ok 1 - fine
        # Subtest: inner
            not ok 1 - an escape \u001b[31m
              ---
              diff: |
                --- expected
                -2
                +1
              ...
            
            not ok 2 - an escape \u001b[31m
              ---
              compare: ===
              ...
            
            1..2
        not ok 2 - inner # time=6.9ms
          ---
          at:
            lineNumber: 2
          ...
        
        1..2
    not ok 1 - outer # time=7.4ms
    ok 2 - skipped # SKIP no such program here
    ok 3 - the same # SKIP no such program here
    not ok 4 - later # TODO
    1..4
not ok 1 - test/one.test.ts # time=1105.5ms
  ---
  exitCode: 1
  ...

# Subtest: test/two.test.ts
    # Subtest: fine
        ok 1 - fine
written to standard output
        1..1
    ok 1 - fine # time=1ms
    1..1
ok 2 - test/two.test.ts # time=20ms

# Subtest: test/three.test.ts
    1..0 # no tests found
not ok 3 - test/three.test.ts # time=30ms
  ---
  exitCode: 3
  signal: null
  ...

# { total: 9, pass: 3, fail: 3, todo: 1, skip: 2 }
# time=5331.9ms`;

const wanted = `
failed: test/one.test.ts > outer > inner > an escape \\u001b[31m
  diff: |
    --- expected
    -2
    +1

failed: test/one.test.ts > outer > inner > an escape \\u001b[31m
  compare: ===
FAILED test/one.test.ts (1.1 s)
ok     test/two.test.ts (0.0 s)

failed: test/three.test.ts
FAILED test/three.test.ts (0.0 s)
  exitCode: 3
  signal: null
skipped 2: no such program here
# 3 passed, 2 skipped, 3 failed (5.3 s)
`;

async function reported(chunks: readonly string[]): Promise<string> {
  const report = new Report();
  for (const chunk of chunks) report.write(chunk);
  report.end();
  return text(report);
}

t.test(
  'a line for each file, each failure once with what is known of it, and what was skipped',
  async (t) => {
    t.equal(await reported([results]), wanted);
  },
);

t.test('however the results are cut into pieces', async (t) => {
  for (const length of [1, 7, 100])
    t.equal(await reported(results.match(new RegExp(`[^]{1,${length}}`, 'g'))!), wanted, `${length}`);
});

t.test('a runner that gives up says why', async (t) => {
  t.equal(await reported(['# Subtest: a\n', 'Bail out! no time\n']), 'Bail out! no time\n');
});
