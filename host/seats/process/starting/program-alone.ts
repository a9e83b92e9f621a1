import { resolve } from 'node:path';
import { isProgram } from '../processes/find-program.ts';

/** The shell whose part can be left out: what it does with such a command is known. */
const PLAIN_SHELL = '/bin/sh';

/** No character in them means something to a shell. */
const PLAIN = /^[\w./:@%+,= -]+$/;
/** A path is no word of the shell's own, and this is no option of the programs before it and no value of a variable. */
const PATH = /^[^=-][^=]*$/;

export interface CommandPlace {
  readonly shell: string;
  /** Where it is started, if that is not the host's own folder. */
  readonly cwd: string | undefined;
  /** What is found here may be hidden from the player by its sandbox. */
  readonly isHidden: boolean;
}

/**
 * The words of a command with which the shell would do nothing but start a program that is there; none of any other. Each
 * program that is started before the player takes a millisecond, and a shell that waits for it is looked at as often as it is.
 */
export function programAlone(command: string, place: CommandPlace): readonly string[] | undefined {
  const { shell, cwd, isHidden } = place;
  if (isHidden || shell !== PLAIN_SHELL) return undefined;
  const words = plainWords(command);
  return words !== undefined && isProgram(resolve(cwd ?? '.', words[0]!)) ? words : undefined;
}

function plainWords(command: string): readonly string[] | undefined {
  if (!PLAIN.test(command)) return undefined;
  const words = command.trim().split(/ +/);
  const [first = ''] = words;
  return first.includes('/') && PATH.test(first) ? words : undefined;
}
