import { spawnSync } from 'node:child_process';
import t from 'tap';

const OPTIMIZE_LATER = import.meta.resolve('../../host/cli/jobs/optimize-later.ts');
const OPTION = /^ *(--invocation-count-for-turbofan) /m;

const node = (...words: readonly string[]) => spawnSync(process.execPath, words, { encoding: 'utf8' });

t.test('V8 has the option that the host sets, and nothing to complain about', async (t) => {
  if (process.versions.v8.startsWith('13.')) t.match(node('--v8-options').stdout, OPTION);
  const script = `import { optimizeLater } from '${OPTIMIZE_LATER}'; optimizeLater(); optimizeLater();`;
  const { status, stderr } = node('--input-type=module', '-e', script);
  t.equal(stderr, '');
  t.equal(status, 0);
});
