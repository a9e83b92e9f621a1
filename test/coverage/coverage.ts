/**
 * What the tests run of `host`, in their own processes and in the hosts that they start: `node --conditions=wordhost-source test/coverage/coverage.ts` after a build. The tests
 * are those of `npm test`, or the files that are named; `--slow` adds those of `npm run test:slow`. It
 * prints a table, and each function that nothing ran.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Node, nodesOf } from '../mutations/mutation.ts';
import { copyCheckout, folderForCopies, root } from '../support/copy-checkout.ts';
import { Ran } from './ran.ts';

const { values, positionals } = parseArgs({
  options: { slow: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const folder = folderForCopies('coverage');
const copy = join(folder, 'checkout');
const coverage = join(folder, 'coverage');
copyCheckout(copy);
// The bundle has other offsets: hosts run from the sources.
writeFileSync(join(copy, 'dist/wordhost.js'), "import '../host/main.ts';\n");

const slow = values.slow ? globSync('test/**/*.slow.test.ts', { cwd: copy }).sort() : [];
const fast = values.slow
  ? globSync('test/**/*.test.ts', { cwd: copy, exclude: ['test/**/*.slow.test.ts'] })
  : [];
const files = positionals.length > 0 ? positionals : [...fast.sort(), ...slow];
const { status } = spawnSync(join(copy, 'node_modules/.bin/tap'), ['--timeout=3600', ...files], {
  cwd: copy,
  env: { ...process.env, PWD: copy, NODE_V8_COVERAGE: coverage },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const ran = new Ran(copy, coverage);
rmSync(folder, { recursive: true, force: true });

interface Folder {
  readonly lines: number;
  readonly ran: number;
}

const folders = new Map<string, Folder>();
const neverRun: string[] = [];
for (const file of globSync('host/**/*.ts', { cwd: root }).sort()) {
  // Browsers run these.
  if (file.includes('/page/script/')) continue;
  const text = readFileSync(join(root, file), 'utf8');
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length;
  const lines = new Map<number, boolean>();
  for (const node of nodesOf(text)) {
    const isRun = ran.at(file, node.start);
    if (isStep(node)) lines.set(lineOf(node), (lines.get(lineOf(node)) ?? false) || isRun);
    const body = isFunction(node) ? (node.body as Node) : undefined;
    if (body && !ran.at(file, body.start))
      neverRun.push(`${file}:${lineOf(node)} ${text.slice(node.start, body.start).split('\n')[0]}`);
  }
  const name = file.split('/')[1]!.replace('.ts', '');
  const folder = folders.get(name) ?? { lines: 0, ran: 0 };
  const hit = [...lines.values()].filter((isRun) => isRun).length;
  folders.set(name, { lines: folder.lines + lines.size, ran: folder.ran + hit });
}

/** A line counts where a statement begins in it, or what a function without braces gives. */
function isStep({ type }: Node): boolean {
  return (type.endsWith('Statement') && type !== 'BlockStatement') || type === 'VariableDeclaration';
}

function isFunction({ type, body }: Node): boolean {
  return /^(Arrow)?Function(Declaration|Expression)$/.test(type) && body !== null;
}

const percent = ({ lines, ran }: Folder) => (lines === 0 ? '' : `${((100 * ran) / lines).toFixed(1)}`);
const all = [...folders.values()].reduce((sum, folder) => ({
  lines: sum.lines + folder.lines,
  ran: sum.ran + folder.ran,
}));
const rows = [...folders].map(([name, folder]) => `| \`${name}\` | ${folder.lines} | ${percent(folder)} |`);
const table = [
  '| folder of `host` | lines that do something | % of them that ran |',
  '| --- | --- | --- |',
  ...rows,
  `| all | ${all.lines} | ${percent(all)} |`,
].join('\n');
process.stdout.write(`${neverRun.join('\n')}\n${neverRun.length} functions that no test ran\n\n${table}\n`);

process.exitCode = status === 0 ? 0 : 1;
