import { junit } from '../../views/reports/junit.ts';
import { markdown } from '../../views/reports/markdown.ts';
import type { ReportFormat, RunSummary } from '../../views/reports/summary.ts';
import { tap } from '../../views/reports/tap.ts';
import { writeTo } from '../output.ts';
import { checkOutputFile, refuseSameFile } from '../process/paths.ts';

/** The formats by the names of their options. */
const reportFormats = { junit, tap, markdown } as const satisfies Readonly<Record<string, ReportFormat>>;

type ReportName = keyof typeof reportFormats;

type ReportPaths = { readonly [Name in ReportName]?: string | undefined };

type ReportFile = readonly [name: ReportName, path: string];

/** Reports for other programs. Each is written at once at the end. `-` is standard output. */
export class ReportFiles {
  readonly #files: readonly ReportFile[];

  /** Refuses unusable paths before anything is started. `others` has the files of other options. */
  constructor(paths: ReportPaths, others: Readonly<Record<string, string | undefined>> = {}) {
    this.#files = reportNames.flatMap((name) => {
      const path = paths[name];
      return path === undefined ? [] : [[name, path] as const];
    });
    refuseSameFile({ ...others, ...Object.fromEntries(this.#files) });
    for (const [name, path] of this.#files)
      if (path !== '-')
        checkOutputFile(`--${name}`, path, 'report of wordhost', [reportFormats[name].beginning]);
  }

  get areWanted(): boolean {
    return this.#files.length > 0;
  }

  /** Writes all files and returns whether that succeeded. */
  write(summary: RunSummary): boolean {
    return !this.#files
      .map(([name, path]) => writeTo(path, reportFormats[name].write(summary), `--${name}`))
      .includes(false);
  }
}

const reportNames = Object.keys(reportFormats) as readonly ReportName[];

/** Returns the options whose file is standard output, for messages. */
export function reportsOnStdout(paths: ReportPaths): readonly string[] {
  return reportNames.filter((name) => paths[name] === '-').map((name) => `--${name} -`);
}
