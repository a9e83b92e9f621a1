import type { Test } from 'tap';
import type { Tmux } from '../support/tmux.ts';

const MODES = "stty -a | tr ';' '\\n' | grep -ow 'icanon' && echo modes-are-back";

/** The terminal is as it was before somebody played at it. */
export async function isClean(t: Test, terminal: Tmux): Promise<void> {
  terminal.runs('clear');
  terminal.runs(MODES);
  t.ok(await terminal.shows(/^modes-are-back$/m, /^icanon$/m));
}

/** Ctrl-C ends the game, with the status that says so. */
export async function endsByCtrlC(t: Test, terminal: Tmux): Promise<void> {
  terminal.presses('C-c');
  await terminal.shows('no winner: interrupted');
  terminal.runs('echo status $?');
  await terminal.shows('status 130');
  await isClean(t, terminal);
}
