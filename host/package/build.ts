import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { makeEnglish } from './english.ts';
import { noticesOf } from './notices.ts';

/** Makes the package: one bundle, because the start-up time is part of every game, and the built-in word list. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

const input = {
  wordhost: join(root, 'host/main.ts'),
  index: join(root, 'host/api/index.ts'),
  players: join(root, 'players/index.ts'),
};

/** Returns the names of the parts. */
async function bundle(): Promise<ReadonlySet<string>> {
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
  return new Set(output.map(({ fileName }) => basename(fileName)));
}

mkdirSync(dist, { recursive: true });
const parts = await bundle();
// Old parts go last: a host that runs meanwhile may still load one.
for (const name of readdirSync(join(dist, 'parts'))) if (!parts.has(name)) rmSync(join(dist, 'parts', name));
chmodSync(join(dist, 'wordhost.js'), 0o755);
cpSync(join(root, 'host/tools/race/racer'), join(dist, 'racer'), { recursive: true });
await makeEnglish(dist);
