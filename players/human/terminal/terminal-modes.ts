import { spawnSync } from 'node:child_process';

/**
 * Keys come one by one without echo. Ctrl-C and Ctrl-Z stay signals for the host, and Ctrl-\ ends nothing.
 */
const KEY_BY_KEY = ['-icanon', '-echo', 'min', '1', 'time', '0', 'quit', 'undef'];

/** Returns a function that restores the modes. Throws a sentence. */
export function setToKeys(descriptor: number): () => void {
  const before = stty(descriptor, ['-g']);
  stty(descriptor, KEY_BY_KEY);
  return () => {
    try {
      stty(descriptor, [before]);
    } catch {
      // The terminal has been closed.
    }
  };
}

// execa passes on only the terminals at 0, 1 and 2.
function stty(descriptor: number, words: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('stty', words, {
    stdio: [descriptor, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (error) throw new Error(`cannot run stty, which sets terminal modes: ${error.message}`);
  if (status !== 0) throw new Error(stderr.trim() || `stty exited with status ${status}`);
  return stdout.trim();
}
