import { openSeats } from '../../host/seats/process/process-seats.ts';
import { hostingFor } from './sitting.ts';

/** A host of one player whose memory is limited: its arguments are the game's id and the limit. */
const [game, memoryCap] = process.argv.slice(2);
const plan = { seat: 1, name: 'bot', command: 'echo on; read x' };
const hosting = hostingFor('auto', { game: game!, memoryCap: Number(memoryCap), stderr: 'inherit' });

await using _table = await openSeats([plan], hosting, () => ({
  read: () => process.stdout.write('playing\n'),
  gone() {},
  caught() {},
}));
// Until it is told to end.
for await (const _ of process.stdin);
