import { UsageError } from '../../core/usage-error.ts';
import { raceFromRecords } from '../../tools/race/race-from-records.ts';
import { pageHead } from '../../tools/race/report/html/race-page.ts';
import { type Command, commandOf } from '../command.ts';
import { type GamesWords, loadGames } from '../game-words.ts';
import { checkOutputFile } from '../hosting/places.ts';
import { Interruption } from '../interrupt.ts';
import { printError } from '../print.ts';
import { checkSaid } from './race/check-said.ts';
import { measureNow } from './race/measure-now.ts';
import { type RaceCall, raceOptions } from './race/options.ts';
import { printRace } from './race/print-race.ts';
import { RaceNotes } from './race/race-notes.ts';
import { recordFiles } from './replay/record-files.ts';

/** Measures whether a peel race is fair on this machine. */
export function raceWith(games: GamesWords): Command {
  return commandOf({
    summary:
      'Measures how fair the peel race is on this machine: between built-in racers, or your own players.',
    operands: {
      form: '[options] [PLAYER…]',
      min: 0,
      max: Number.POSITIVE_INFINITY,
      expected: '2 to 8 PLAYERs, or none for the built-in racers',
      areCommands: true,
    },
    options: raceOptions,
    examples: [
      ['wordhost race', 'built-in racers, in some seconds'],
      ['wordhost race --html race.html --players 4', 'a page with plots'],
      ['wordhost race --naive', 'the race without the measures that make it fair'],
      ['wordhost race --jobs 2', 'is a race as fair while another is played?'],
      ['wordhost race "./bot" "python3 bot.py"', 'games of your own bots, each in every seat'],
      ['wordhost race --from games', 'games from their records (--record)'],
    ],
    notes: [
      'Without PLAYERs, equal racers answer every gate at once and stamp the time themselves.',
      'Exit status: 0 fair, 1 not fair (a seat or a place in the order of starting is favoured with p below\n0.001, or peels were read out of order), or a player was removed.',
    ].join('\n'),
    run: async (call) => await run(games, call),
  });
}

async function run(games: GamesWords, call: RaceCall): Promise<number> {
  const { options } = call;
  const fromRecords = options.from.length > 0;
  checkSaid(call, fromRecords);
  if (options.html !== undefined) checkOutputFile('--html', options.html, 'page of a race', [pageHead]);
  using interruption = new Interruption();
  const notes = new RaceNotes(options.quiet);
  const measured = fromRecords
    ? raceFromRecords(recordFiles([...options.from, ...call.operands]), await loadGames(games))
    : await measureNow(options, call.operands, interruption.signal, notes);
  if (!measured.ok) {
    if (fromRecords) throw new UsageError(`--from: ${measured.problem}`);
    printError(`nothing could be measured: ${measured.problem}\n`);
    return interruption.status ?? 1;
  }
  const status = printRace(measured.report, options, call.coloured);
  return status === 3 ? status : (interruption.status ?? status);
}
