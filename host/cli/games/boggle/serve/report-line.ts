import { visibleJson } from '../../../../core/text/visible.ts';
import { printNotes } from '../../../print.ts';

/** What happened, with its time, as a JSON line on standard error. */
export function reportLine(happened: object): void {
  printNotes([visibleJson({ time: new Date().toISOString(), ...happened })]);
}
