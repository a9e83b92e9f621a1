import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** By their names in `dist/page`: what browsers run, each in one file. */
const scripts = { boggle: 'host/serve/boggle/page/script/main.ts' };

export async function makePages(root: string, dist: string): Promise<void> {
  for (const [name, input] of Object.entries(scripts)) {
    const build = await rolldown({
      input,
      cwd: root,
      platform: 'browser',
      tsconfig: false,
      transform: { target: 'es2022' },
    });
    await build.write({ file: join(dist, 'page', `${name}.js`), format: 'esm', minify: true });
    await build.close();
  }
}
