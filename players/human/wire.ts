export interface Wire {
  /** The end of each message of the host. */
  readonly end: string;
  readonly ready: string;
  /** Whether the game begins with this message. */
  isStart(message: string): boolean;
}

export const lines: Wire = { end: '\n', ready: 'ready\n', isStart: (line) => line.trim() === 'start' };

/** Numbered Bananagrams begins with the hand. */
export const numbered: Wire = { end: '.', ready: 'n', isStart: (message) => /^[A-Z]+$/.test(message) };
