import { writeSync } from 'node:fs';
import { cut, visibleLines, widthOf } from 'wordhost/terminal';

/** Some lines, and the typed line below them. */
export interface Shown {
  readonly lines: readonly string[];
  readonly prompt: string;
  readonly typed: string;
  /** From 0. The default is the end of the typed line. */
  readonly cursor?: { readonly line: number; readonly column: number } | undefined;
  /** The number of bells in this game. */
  readonly bells?: number;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
  /** Nothing is redrawn in place, so changing parts are omitted. */
  readonly isPlain: boolean;
}

/** Throws when the terminal has been closed. */
export interface Screen {
  /** Keys come one by one without echo. */
  readonly byKeys: boolean;
  enter(): void;
  draw(shown: Shown, size: Size): void;
  /** Redraws everything next time. */
  forget(): void;
  leave(): void;
}

/** Redraws after this time, because another program may have written over it. */
const AGAIN_MS = 2000;

/** Uses the alternate screen, so that the previous content returns. */
export function ownScreen(descriptor: number): Screen {
  const write = (text: string) => void writeSync(descriptor, text);
  const ring = bell(write);
  let drawn = { text: '', at: 0 };
  return {
    byKeys: true,
    enter() {
      drawn = { text: '', at: 0 };
      write('\x1b[?1049h\x1b[2J');
    },
    draw({ lines, prompt, typed, cursor, bells }, { columns, rows }) {
      ring(bells);
      const fitting = [...lines.slice(0, rows - 1), tail(`${prompt}${typed}`, columns - 1)];
      const text = fitting.map((line) => `${visibleLines(clipped(line, columns))}\x1b[K`).join('\r\n');
      const { line, column } = cursor ?? { line: fitting.length - 1, column: widthOf(fitting.at(-1)!) };
      const place = `\x1b[${line + 1};${column + 1}H`;
      const frame = `\x1b[?25l\x1b[H${text}\x1b[J${place}\x1b[?25h`;
      const now = performance.now();
      if (frame === drawn.text && now < drawn.at + AGAIN_MS) return;
      write(frame);
      drawn = { text: frame, at: now };
    },
    forget() {
      drawn = { text: '', at: 0 };
    },
    leave: () => write('\x1b[?1049l\x1b[?25h'),
  };
}

/** Rings for new bells only, not for those before the first drawing. */
function bell(write: (text: string) => void): (bells: number | undefined) => void {
  let before: number | undefined;
  return (bells = 0) => {
    if (before !== undefined && bells > before) write('\x07');
    before = bells;
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds our own styles
const STYLES = /\x1b\[\d{1,2}m/g;

/** A cut line loses its styles at the end. */
function clipped(line: string, columns: number): string {
  return widthOf(line) <= columns ? line : cut(line.replaceAll(STYLES, ''), columns);
}

/** Shows the end of the typed line. */
function tail(line: string, columns: number): string {
  return widthOf(line) <= columns ? line : `…${line.slice(-(columns - 1))}`;
}

/** For a terminal that can only print: prints everything after a change. The terminal echoes typed text. */
export function plainScreen(descriptor: number): Screen {
  const write = (text: string) => void writeSync(descriptor, text);
  const ring = bell(write);
  let last = '';
  return {
    byKeys: false,
    enter() {
      last = '';
    },
    draw({ lines, prompt, bells }) {
      ring(bells);
      const text = `${lines.join('\n')}\n${prompt}`;
      if (text !== last) write(`\n${visibleLines(text)}`);
      last = text;
    },
    forget() {
      last = '';
    },
    leave: () => write('\n'),
  };
}
