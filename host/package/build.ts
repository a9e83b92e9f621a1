import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { makeEnglish } from './english.ts';
import { noticesOf } from './notices.ts';

/** Makes the package: one bundle, because start-up time is felt at every game, and the built-in word list. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

const input = {
  wordhost: join(root, 'host/main.ts'),
  index: join(root, 'host/index.ts'),
  players: join(root, 'players/index.ts'),
};

async function bundle(): Promise<void> {
  const build = await rolldown({
    input,
    platform: 'node',
    external: [/^node:/],
    resolve: {
      conditionNames: ['wordhost-source', 'node', 'import', 'default'],
      alias: { 'string-width': fileURLToPath(import.meta.resolve('./plain-width.ts')) },
    },
  });
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    minify: true,
    cleanDir: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name]-[hash].js',
  });
  await build.close();
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeFileSync(join(dist, 'NOTICES.txt'), noticesOf(modules));
}

mkdirSync(dist, { recursive: true });
rmSync(join(dist, 'parts'), { recursive: true, force: true });
await bundle();
chmodSync(join(dist, 'wordhost.js'), 0o755);
await makeEnglish(dist);
