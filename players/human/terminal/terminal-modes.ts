import { spawnSync } from 'node:child_process';

/** Keys come one by one and are not shown; Ctrl-C and Ctrl-Z stay signals, for the host, and Ctrl-\ ends nothing. */
const KEY_BY_KEY = ['-icanon', '-echo', 'min', '1', 'time', '0', 'quit', 'undef'];

/** Sets a terminal to keys; the answer sets it back to what it was. Throws a sentence. */
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

// Not by execa: that hands on no terminal that this process has opened itself, but 0, 1 and 2 alone.
function stty(descriptor: number, words: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('stty', words, {
    stdio: [descriptor, 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (error) throw new Error(`cannot run stty, which sets terminal modes: ${error.message}`);
  if (status !== 0) throw new Error(stderr.trim() || `stty exited with status ${status}`);
  return stdout.trim();
}
