import type { SandboxLevel } from '../../host/match/seat.ts';
import { openSeats } from '../../host/seats/process/process-seats.ts';
import { hostingFor } from './sitting.ts';

/**
 * A small host, to be ended in all ways: its arguments are a level, a game's id, what it does, and its players'
 * commands. It prints each thing that it is told, a line each.
 */
const [level, game, act = 'wait', ...commands] = process.argv.slice(2);
const say = (...words: unknown[]) => process.stdout.write(`${words.join(' ')}\n`);

const hosting = hostingFor(level as SandboxLevel | 'auto', { game: game!, stderr: 'inherit' });
const plans = commands.map((command, index) => ({ seat: index + 1, name: `bot${index + 1}`, command }));
const table = await openSeats(plans, hosting, (seat) => ({
  read: (bytes) => say(seat, 'read', Buffer.from(bytes).toString().trim()),
  gone: ({ cause, problem }) => {
    say(seat, 'gone', cause, problem ?? '');
    if (act === 'end-with-player') void end();
  },
  caught: ({ kind, rule }) => say(seat, kind, rule),
  signalled: (signal) => say(seat, signal),
}));
say('opened', table.seats[0]!.processes!.sandbox);

async function end(): Promise<void> {
  await table[Symbol.asyncDispose]();
  const endings = await Promise.all(table.seats.map(({ ended }) => ended));
  for (const { processes } of endings) say('ended', processes!.signal, processes!.survivors);
}

process.on('SIGINT', () => {
  say('interrupted');
  void end();
});

if (act === 'end-when-told') process.stdin.once('data', () => void end());
