import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InputOptions, type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { gameWords } from '../cli/games/registry.ts';
import { knownProcessors, seccompFilter } from '../seats/process/sandbox/seccomp-filter.ts';
import { filterFile } from '../seats/process/sandbox/strict.ts';
import { makeEnglish } from './english.ts';
import { makeManPage } from './man-page.ts';
import {
  beginInShell,
  forCompletion,
  inAnotherBundle,
  onlyAscii,
  partsOfPrograms,
  plainBuiltins,
  playerProcess,
  withoutFacades,
} from './plugins.ts';

/** Licenses of all bundled packages, which require it. */
function noticesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...folders]
    .sort()
    .map(noticeOf)
    .join(`\n${'-'.repeat(78)}\n\n`);
}

function noticeOf(folder: string): string {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  return `${about.name} ${about.version} (${about.license})\n\n${licenceIn(folder).trim()}\n`;
}

/** Some packages have it at the end of their README. */
function licenceIn(folder: string): string {
  const names = readdirSync(folder);
  const textOf = (what: RegExp) => {
    const file = names.find((name) => what.test(name));
    return file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  };
  return textOf(/^licen[cs]e/i) || (/^#+ licen[cs]e$(.*)/ims.exec(textOf(/^readme/i))?.[1] ?? '');
}

/** Seccomp filters for every processor: making one takes as long as starting a player. */
function makeCallFilters(): void {
  for (const processor of knownProcessors)
    for (const network of [false, true]) {
      const path = filterFile(network, processor);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, seccompFilter(network, processor));
    }
}

/**
 * Makes the package: bundles of the host and of the players, because their start-up is part of every game;
 * the doors of the library, which share modules; and the built-in word list.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');

const host = { wordhost: 'host/main.ts' };
/** Players in a separate bundle start in two thirds of the time. */
const players = { players: 'players/index.ts', 'player-process': playerProcess };
/** The files in `dist`. package.json lists them. */
const doors = Object.fromEntries(
  Object.values(exportsOf(join(root, 'package.json'))).flatMap((door) =>
    typeof door === 'string'
      ? []
      : [[door.default.replace(/^\.\/dist\/|\.js$/g, ''), door['wordhost-source']]],
  ),
);

type Door = Readonly<Record<'wordhost-source' | 'default', string>>;

function exportsOf(file: string): Readonly<Record<string, string | Door>> {
  return (JSON.parse(readFileSync(file, 'utf8')) as { exports: Record<string, string | Door> }).exports;
}

/** Minified programs load faster. Names stay for readable stack traces. */
const short = { compress: true, mangle: false, codegen: { removeWhitespace: true } };

interface Bundle {
  readonly files: readonly string[];
  readonly modules: readonly string[];
}

async function bundle(
  input: Readonly<Record<string, string>>,
  codeSplitting: NonNullable<OutputOptions['codeSplitting']>,
  plugins: readonly Plugin[],
  preserveEntrySignatures: NonNullable<InputOptions['preserveEntrySignatures']>,
  /** The ending of chunk names: plugins change the content after naming. */
  ending: string,
  minify: NonNullable<OutputOptions['minify']>,
  target?: string,
): Promise<Bundle> {
  const build = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external: [/^node:/],
    plugins: [...plugins],
    preserveEntrySignatures,
    ...(target !== undefined && { transform: { target } }),
    treeshake: { moduleSideEffects: [{ test: forCompletion, sideEffects: false }] },
    resolve: {
      conditionNames: ['wordhost-source', 'node', 'default'],
      alias: { 'string-width': fileURLToPath(import.meta.resolve('./plain-width.ts')) },
    },
  });
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    minify,
    // The type declarations have the comments.
    comments: { jsdoc: false },
    cleanDir: false,
    entryFileNames: '[name].js',
    chunkFileNames: `parts/[name]-[hash]${ending}.js`,
    codeSplitting,
  });
  await build.close();
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  return { files: output.map(({ fileName }) => fileName), modules };
}

/** Makes what browsers load: scripts and styles of the parts of all pages, and of each page of a site. */
async function makePages(): Promise<void> {
  mkdirSync(join(dist, 'page'), { recursive: true });
  const write = (name: string, path: string) =>
    writeFileSync(join(dist, 'page', name), shortStyle(readFileSync(join(root, path), 'utf8')));
  write('style.css', 'host/views/parts/style.css');
  for (const path of globSync('host/serve/*/page/*.css', { cwd: root })) {
    const file = basename(path);
    write(file === 'style.css' ? `${path.split('/')[2]}.css` : file, path);
  }
  const scripts = [
    'host/views/parts/script/{main,live,unpack}.ts',
    'host/serve/*/page/script/{main,puzzle}.ts',
    'host/serve/*/page/script/*-home.ts',
  ];
  for (const input of globSync(scripts, { cwd: root })) {
    const file = basename(input, '.ts');
    const name = file === 'main' ? input.split('/')[2]! : file;
    const build = await rolldown({
      input,
      cwd: root,
      platform: 'browser',
      tsconfig: false,
      transform: { target: 'es2022' },
    });
    // Scripts within a page share its names.
    const format = input.startsWith('host/views/') ? 'iife' : 'esm';
    await build.write({ file: join(dist, 'page', `${name}.js`), format, minify: true });
    await build.close();
  }
}

/** Removes spaces and comments except the names of sections. */
function shortStyle(style: string): string {
  const named = style.replaceAll(/\/\*(?: (@\w+))?.*?\*\//gs, (_, name?: string) =>
    name ? `/*${name}*/` : '',
  );
  const without = named.replaceAll(/\s+/g, ' ');
  return without
    .replaceAll(/ ?([{};,]|\*\/) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .replaceAll(/ ([>/]) /g, '$1')
    .replaceAll(/(?<=[ :(,-])0(?=\.\d)/g, '')
    .replaceAll(';}', '}')
    .trim();
}

mkdirSync(dist, { recursive: true });
const parts = partsOfPrograms(root);
const quick = [withoutFacades(), plainBuiltins(), onlyAscii()];
const [, ...bundles] = await Promise.all([
  makePages(),
  bundle(
    host,
    parts.codeSplitting,
    [parts.plugin, inAnotherBundle(players), ...quick, beginInShell('wordhost.js')],
    'allow-extension',
    '',
    short,
  ),
  bundle(players, true, quick, 'allow-extension', '.player', short),
  // An old Node must parse the doors up to the sentence about the required version.
  bundle(doors, true, [], 'exports-only', '.door', false, 'es2022'),
]);
writeFileSync(join(dist, 'NOTICES.txt'), noticesOf(bundles.flatMap(({ modules }) => modules)));
const made = new Set(bundles.flatMap(({ files }) => files));
// Old parts are removed last, because a running host may still load one.
for (const name of readdirSync(join(dist, 'parts')))
  if (!made.has(`parts/${name}`)) rmSync(join(dist, 'parts', name));
chmodSync(join(dist, 'wordhost.js'), 0o755);
cpSync(join(root, 'host/tools/race/racer'), join(dist, 'racer'), { recursive: true });
makeEnglish(dist);
makeCallFilters();
await makeManPage(dist, gameWords);
