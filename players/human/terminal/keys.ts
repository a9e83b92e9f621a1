export type Key =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: (typeof named)[keyof typeof named] | 'other' };

const named = {
  '\r': 'enter',
  '\n': 'enter',
  '\x7f': 'erase',
  '\b': 'erase',
  '\x15': 'erase-line',
  '\x17': 'erase-line',
  '\x04': 'end',
  '\x0c': 'redraw',
  '\t': 'tab',
  '\x1b': 'escape',
  '\x1b[A': 'up',
  '\x1b[B': 'down',
  '\x1b[C': 'right',
  '\x1b[D': 'left',
  '\x1bOA': 'up',
  '\x1bOB': 'down',
  '\x1bOC': 'right',
  '\x1bOD': 'left',
  '\x1b[H': 'home',
  '\x1b[1~': 'home',
  '\x1bOH': 'home',
  '\x1b[3~': 'delete',
} as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals send keys as sequences of these
const PARTS = /\x1b\[[\d;]*[ -/]*[@-~]|\x1bO.|[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/gu;

/** Splits input into keys. Terminals write a sequence at once, so it is complete. */
export function keysIn(sent: string): readonly Key[] {
  return [...sent.matchAll(PARTS)].map(([part]): Key => {
    if (Object.hasOwn(named, part)) return { is: named[part as keyof typeof named] };
    return /^\P{Cc}/u.test(part) ? { is: 'text', text: part } : { is: 'other' };
  });
}
