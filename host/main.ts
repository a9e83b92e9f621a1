#!/usr/bin/env node
// Nothing is imported here before it is known that this Node can read the rest.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 15)) {
  process.stderr.write(
    `wordhost needs Node 24.15 or later; this is Node ${process.versions.node} (${process.execPath})\n`,
  );
  process.exit(2);
}

try {
  process.cwd();
} catch {
  process.stderr.write(
    'wordhost: the working directory is not there any more: somebody has deleted or moved it. Go to one that is there (cd), and call wordhost again\n',
  );
  process.exit(2);
}

const [first, ...more] = process.argv.slice(2);
if (first === '--version' && more.length === 0) {
  const { version } = await import('./core/version.ts');
  process.stdout.on('error', ({ message }) => {
    process.stderr.write(`wordhost: standard output could not be written: ${message}\n`);
    process.exit(3);
  });
  process.stdout.write(`${version}\n`);
} else {
  const { enableCompileCache } = process.getBuiltinModule('node:module');
  const { codeCache } = await import('./files/cache-home.ts');
  const folder = codeCache(process.env);
  if (folder !== undefined) enableCompileCache(folder);
  const { run } = await import('./cli/cli.ts');
  const { gameWords } = await import('./cli/games/registry.ts');
  await run(process.argv.slice(2), gameWords);
}

export {};
