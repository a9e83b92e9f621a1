import type { Plugin } from 'rolldown';

/**
 * Node sets all signals back to their defaults when it starts, so nothing in it can tell that a hangup was ignored, as under nohup.
 * A shell can: what it starts ends by a hangup, or not. Node takes its place then, in the same process. For Node the second line is
 * a text that nobody uses.
 */
const BEGINNING = `#!/usr/bin/env sh
':' //; { sh -c 'kill -s HUP $$'; } 2>/dev/null && export WORDHOST_HANGUP_IGNORED=$$; exec node "$0" "$@"
`;

/** The command runs by its name, as what it is installed for, and by `node`. */
export function beginInShell(command: string): Plugin {
  return {
    name: 'begin-in-shell',
    generateBundle(_, output) {
      const chunk = output[command];
      if (chunk?.type !== 'chunk') throw new Error(`${command} is not made here`);
      chunk.code = BEGINNING + chunk.code;
    },
  };
}
