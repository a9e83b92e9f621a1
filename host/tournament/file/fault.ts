import { visible, visibleJson } from '../../core/text/visible.ts';

/** From the outermost field inwards: `players`, 1, `cwd`. */
export type Path = readonly (string | number)[];

/** What is wrong with a tournament file, and where. */
export class FileFault extends Error {
  readonly path: Path;

  constructor(path: Path, problem: string) {
    super(visible(`${inWords(path)}${problem}`));
    this.path = path;
  }
}

function inWords(path: Path): string {
  const [first, ...more] = path;
  if (first === undefined) return '';
  return `${first}${more.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}: `;
}

export function misfit(path: Path, expected: string, value: unknown): FileFault {
  const came = value === undefined ? 'nothing' : visibleJson(value);
  return new FileFault(
    path,
    `expected ${expected}; got ${came.length > 80 ? `${came.slice(0, 80)}…` : came}`,
  );
}
