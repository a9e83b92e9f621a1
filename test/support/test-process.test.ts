import { execFileSync } from 'node:child_process';
import t from 'tap';

t.test('a Node that a test starts is started as users start it', async (t) => {
  const ask = 'JSON.stringify([process.env.NODE_OPTIONS ?? "", process.env.NODE_COMPILE_CACHE ?? ""])';
  for (const env of [process.env, { ...process.env, MORE: 'more' }]) {
    const said = execFileSync(process.execPath, ['-p', ask], { encoding: 'utf8', env });
    t.notMatch(said, /tap/, 'the test runner adds nothing to it');
  }
});
