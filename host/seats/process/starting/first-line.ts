import { readStart } from '../../../files/read-start.ts';
import { type ProgramFormat, programFormat } from './program-format.ts';

/** The kernel reads no more of a first line. */
const MOST_BYTES = 256;

export type Beginning =
  /** A script whose first line names what runs it: a path, and for `env` the name that it looks for. */
  | {
      readonly is: 'script';
      readonly interpreter: string;
      readonly named: string | undefined;
      readonly hasReturn: boolean;
    }
  /** A byte order mark before `#!`. */
  | { readonly is: 'marked' }
  | { readonly is: 'binary'; readonly format: ProgramFormat }
  /** Text that names nothing: the shell takes it as a script of its own. */
  | { readonly is: 'text' };

/** Of all that controls, a text has line ends, tabs, form feeds and escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern finds them
const NO_TEXT = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;

/** How a program begins, by which the system decides how it is run. */
export function beginningOf(path: string): Beginning {
  const start = readStart(path, MOST_BYTES);
  if (NO_TEXT.test(start.toString('latin1')))
    return { is: 'binary', format: programFormat(start, process.arch) };
  const text = start.toString('utf8');
  if (/^\ufeff#!/.test(text)) return { is: 'marked' };
  const [, line] = /^#!([^\n]*)/.exec(text) ?? [];
  if (line === undefined) return { is: 'text' };
  const [interpreter = '', ...words] = line.trim().split(/\s+/);
  const named = interpreter.endsWith('/env') ? words.find((word) => !/^-|=/.test(word)) : undefined;
  return { is: 'script', interpreter, named, hasReturn: line.endsWith('\r') };
}
