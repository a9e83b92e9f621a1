import { readFileSync } from 'node:fs';
import { leaveQuietly } from '../program/run.ts';
import { help, readOptions } from './options.ts';
import { type Deed, readScript } from './script.ts';

/** `wordhost player playback`: does what one player of a record did, until the host ends it. */
export async function play(args: readonly string[]): Promise<number> {
  const reading = readOptions(args);
  switch (reading.kind) {
    case 'help':
      process.stdout.write(help);
      return 0;
    case 'problem':
      return refuse(reading.problem);
    case 'options':
      return playSeat(reading.record, reading.seat);
    default:
      return reading satisfies never;
  }
}

async function playSeat(record: string, seat: number): Promise<number> {
  const file = readRecord(record);
  if (!file.ok) return refuse(`${record}: ${file.problem}`);
  const reading = readScript(file.text, seat);
  if (!reading.ok) return refuse(`${record}: ${reading.problem}`);
  if (reading.script.torn) complain(`${record}: the last line is torn, and skipped`);
  leaveQuietly();
  return follow(reading.script.deeds);
}

/** Does each deed once the host has said enough; gives the exit status when it goes or the host falls silent. */
function follow(deeds: readonly Deed[]): Promise<number> {
  const { promise: status, resolve: leave } = Promise.withResolvers<number>();
  const waiting = [...deeds];
  let heard = 0;
  const goOn = () => {
    while (waiting[0] && heard >= waiting[0].afterBytes) {
      const { what } = waiting.shift()!;
      if ('exit' in what) leave(what.exit);
      else process.stdout.write(what.write);
    }
  };
  process.stdin.on('data', (bytes: Buffer) => {
    heard += bytes.length;
    goOn();
  });
  for (const end of ['end', 'error']) process.stdin.on(end, () => leave(0));
  goOn();
  return status.finally(() => process.stdin.destroy());
}

function readRecord(path: string): { ok: true; text: string } | { ok: false; problem: string } {
  try {
    return { ok: true, text: readFileSync(path, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      ok: false,
      problem: code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`,
    };
  }
}

function refuse(problem: string): number {
  complain(problem);
  return 2;
}

const complain = (sentence: string): boolean =>
  process.stderr.write(`wordhost player playback: ${sentence}\n`);
