import { spawnSync } from 'node:child_process';
import t from 'tap';

const OPTIMIZE_LATER = import.meta.resolve('../../host/cli/jobs/optimize-later.ts');
const WHOLE = import.meta.resolve('../../host/files/cache/compiled-whole.ts');
const OPTIONS = [/^ *--invocation-count-for-turbofan /m, /^ *--lazy /m];

const node = (...words: readonly string[]) => spawnSync(process.execPath, words, { encoding: 'utf8' });

t.test('V8 has the options that the host sets, and nothing to complain about', async (t) => {
  if (process.versions.v8.startsWith('13.'))
    for (const option of OPTIONS) t.match(node('--v8-options').stdout, option);
  const script = `import { optimizeLater } from '${OPTIMIZE_LATER}';
    import { compileByNeed, compileWhole } from '${WHOLE}';
    compileWhole(); compileByNeed(); optimizeLater(); optimizeLater();`;
  const { status, stderr } = node('--input-type=module', '-e', script);
  t.equal(stderr, '');
  t.equal(status, 0);
});
