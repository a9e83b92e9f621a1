// Nothing is imported here before it is known that this Node can read the rest.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

const isTooOld = major < 24 || (major === 24 && minor < 15);
if (isTooOld) {
  const { newerNode, runWith } = await import('./cli/process/newer-node.ts');
  const newer = newerNode(import.meta.dirname ?? decodeURIComponent(new URL('.', import.meta.url).pathname));
  // It is asked once: a Node there that is too old, too, gets the sentence.
  if (newer !== undefined && process.env.WORDHOST_NEWER_NODE === undefined) {
    process.env.WORDHOST_NEWER_NODE = String(process.pid);
    runWith(newer, process.argv.slice(1));
  } else {
    process.stderr.write(
      `wordhost needs Node 24.15 or later; this is Node ${process.versions.node} (${process.execPath}).\nRun \`npm install node@24\` in the folder that wordhost is installed in, or \`npm install -g node@24\` if it is installed with -g: wordhost finds that Node.\n`,
    );
    process.exitCode = 2;
  }
} else await start();

async function start(): Promise<void> {
  const starter = process.env.WORDHOST_NEWER_NODE;
  if (starter !== undefined) {
    delete process.env.WORDHOST_NEWER_NODE;
    const { endWith } = await import('./cli/process/newer-node.ts');
    endWith(Number(starter));
  }
  const { endWithParent, ignoreHangup } = await import('./cli/process/start.ts');
  endWithParent();
  ignoreHangup(process.env, [String(process.pid), starter]);
  try {
    process.cwd();
  } catch {
    process.stderr.write(
      'wordhost: the working directory no longer exists. Change to another one (cd), and run wordhost again\n',
    );
    process.exit(2);
  }

  const [first, ...more] = process.argv.slice(2);
  if (first === '--version' && more.length === 0) {
    const { version } = await import('./core/version.ts');
    process.stdout.on('error', async (error) => {
      const { faultInWords } = await import('./files/file-fault.ts');
      process.stderr.write(`wordhost: cannot write to standard output: ${faultInWords(error)}\n`);
      process.exit(3);
    });
    process.stdout.write(`${version}\n`);
  } else {
    const { enableCompileCache } = process.getBuiltinModule('node:module');
    const { codeCache } = await import('./files/cache.ts');
    const folder = codeCache(process.env);
    const { compileWhole } = await import('./files/compile-cache.ts');
    if (folder !== undefined && enableCompileCache(folder).directory !== undefined) compileWhole();
    if (first === 'player') {
      const { runPlayer } = await import('./cli/process/player-process.ts');
      return await runPlayer(more);
    }
    const { run } = await import('./cli/cli.ts');
    const { gameWords } = await import('./cli/games/registry.ts');
    await run(gameWords);
  }
}

export {};
