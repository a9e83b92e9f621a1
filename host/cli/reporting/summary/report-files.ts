import { resolve } from 'node:path';
import { UsageError } from '../../../core/usage-error.ts';
import { faultInWords } from '../../../files/output/fault-in-words.ts';
import { writeOutput } from '../../../files/output/write-output.ts';
import { junit } from '../../../views/reports/junit.ts';
import { markdown } from '../../../views/reports/markdown.ts';
import type { ReportFormat, RunSummary } from '../../../views/reports/summary.ts';
import { tap } from '../../../views/reports/tap.ts';
import { checkOutputFile } from '../../hosting/places.ts';
import { printError } from '../../print.ts';

/** By the names of their options. */
const reportFormats = { junit, tap, markdown } as const satisfies Readonly<Record<string, ReportFormat>>;

type ReportName = keyof typeof reportFormats;

export type ReportPaths = { readonly [Name in ReportName]?: string | undefined };

type ReportFile = readonly [name: ReportName, path: string];

/** Reports for other programs, each written whole at the end. `-` is standard output. */
export class ReportFiles {
  readonly #files: readonly ReportFile[];

  /** Places that cannot be used are usage errors, before anything is started. */
  constructor(paths: ReportPaths) {
    this.#files = reportNames.flatMap((name) => {
      const path = paths[name];
      return path === undefined ? [] : [[name, path] as const];
    });
    refuseSame(this.#files);
    for (const [name, path] of this.#files)
      if (path !== '-')
        checkOutputFile(`--${name}`, path, 'report of wordhost', [reportFormats[name].beginning]);
  }

  get areWanted(): boolean {
    return this.#files.length > 0;
  }

  /** Answers whether all of them were written. */
  write(summary: RunSummary): boolean {
    return !this.#files.map(([name, path]) => writeReport(name, path, summary)).includes(false);
  }
}

const reportNames = Object.keys(reportFormats) as readonly ReportName[];

/** The later one would be written over the earlier. */
function refuseSame(files: readonly ReportFile[]): void {
  for (const [index, [name, path]] of files.entries()) {
    const other = files.slice(index + 1).find((each) => path !== '-' && resolve(each[1]) === resolve(path));
    if (other)
      throw new UsageError(`--${name} and --${other[0]}: expected a file for each; got ${path} twice`);
  }
}

/** For messages: the options of these that want standard output. */
export function reportsOnStdout(paths: ReportPaths): readonly string[] {
  return reportNames.filter((name) => paths[name] === '-').map((name) => `--${name} -`);
}

function writeReport(name: ReportName, path: string, summary: RunSummary): boolean {
  const text = reportFormats[name].write(summary);
  if (path === '-') {
    process.stdout.write(text);
    return true;
  }
  try {
    writeOutput(path, text);
    return true;
  } catch (error) {
    printError(`--${name} ${path} could not be written: ${faultInWords(error as Error)}\n`);
    return false;
  }
}
