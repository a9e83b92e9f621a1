import { readFileSync } from 'node:fs';

/** What Linux tells of this process and its terminal. */
interface OwnPlace {
  readonly group: number;
  readonly terminal: number;
  /** The process group that the terminal sends Ctrl-C and Ctrl-Z to. */
  readonly foreground: number;
}

let found: string | undefined | null = null;

/** The terminal that this program was started from, as a path; none where it has none, or where there is no /proc. */
export function controllingTerminal(): string | undefined {
  if (found === null) found = pathOf(ownPlace()?.terminal ?? 0);
  return found;
}

/** Whether what is typed is for this program, and not for the shell that has it in the background. */
export function isInForeground(): boolean {
  const own = ownPlace();
  return own === undefined || own.group === own.foreground;
}

function ownPlace(): OwnPlace | undefined {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name of the program, in parentheses, may have any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, , group, , terminal, foreground] = fields.map(Number);
    return { group: group!, terminal: terminal!, foreground: foreground! };
  } catch {
    return undefined;
  }
}

const CONSOLES = 4;
const FIRST_SERIAL = 64;
const [FIRST_PTS, LAST_PTS] = [136, 143];

/** Linux numbers its terminals by major and minor numbers. */
function pathOf(device: number): string | undefined {
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
  if (major >= FIRST_PTS && major <= LAST_PTS) return `/dev/pts/${(major - FIRST_PTS) * 256 + minor}`;
  if (major !== CONSOLES) return undefined;
  return minor < FIRST_SERIAL ? `/dev/tty${minor}` : `/dev/ttyS${minor - FIRST_SERIAL}`;
}
