import { type Commands, loadCommands } from './command.ts';
import type { GamesWords } from './game-words.ts';

/** Every command there is with these games. */
export function commandsOf(games: GamesWords): Commands {
  return { ...playing(games), ...shared(games), ...own(games), ...last };
}

function playing(games: GamesWords): Commands {
  const entries = Object.entries(games).map(([name, { summary, help, game }]) => {
    const load = async () => (await import('./series/command.ts')).gameCommand(await game(), help);
    return [name, { summary, load }] as const;
  });
  return Object.fromEntries(entries);
}

/** Commands for every game, one on each line. */
function shared(games: GamesWords): Commands {
  return {
    demo: {
      summary: 'show a game between built-in players',
      load: async () => (await import('./commands/demo.ts')).demoOf(games),
    },
    play: {
      summary: 'play against a bot of any strength, or against another person',
      load: async () => (await import('./commands/play.ts')).playWith(games),
    },
    check: {
      summary: 'test a bot against the protocol, message by message',
      load: async () => (await import('./commands/check.ts')).checkOf(games),
    },
    new: {
      summary: 'create a bot from a template, in a language of your choice',
      load: async () => (await import('./commands/new.ts')).newBotFor(games),
    },
    judge: {
      summary: 'check whether a grid, a move or a word is legal',
      load: async () => (await import('./commands/judge.ts')).judgeOf(games),
    },
    replay: {
      summary: 'show records, or verify every decision in them',
      load: async () => (await import('./commands/replay.ts')).replayOf(games),
    },
    analyze: {
      summary: 'find the mistakes of each player in recorded games',
      load: async () => await (await import('./commands/analyze.ts')).analyzeOf(games),
    },
    export: {
      summary: 'convert a record to a web page, a drawing or another file format',
      load: async () => (await import('./commands/export.ts')).exportOf(games),
    },
    import: {
      summary: 'convert a game of another program to a record',
      load: async () => await (await import('./commands/import.ts')).importOf(games),
    },
    compare: {
      summary: 'test whether a new version is better than the old one',
      load: async () => (await import('./commands/compare.ts')).compareOf(games),
    },
    tune: {
      summary: 'find the best values for the parameters of a bot',
      load: async () => (await import('./commands/tune.ts')).tuneOf(games),
    },
    tournament: {
      summary: 'play a tournament between many players; saved and resumable',
      load: async () => (await import('./commands/tournament.ts')).tournamentOf(games),
    },
    worker: {
      summary: 'play games on this machine for a run that uses PostgreSQL',
      load: async () => (await import('./commands/worker.ts')).workerOf(games),
    },
    stats: {
      summary: 'compute Elo and a sequential test from results',
      load: async () => (await import('./commands/stats.ts')).stats,
    },
    report: {
      summary: 'show the standings, crosstable and bad games of a tournament',
      load: async () => (await import('./commands/report.ts')).reportWith(games),
    },
    doctor: {
      summary: 'say what this machine can do, and what brings the rest',
      load: async () => (await import('./commands/doctor.ts')).doctorOf(games),
    },
    store: {
      summary: 'check, export or merge stores of games',
      load: async () => (await import('./commands/store.ts')).storeOf(games),
    },
    watch: {
      summary: 'show a store as a live page in a browser',
      load: async () => (await import('./commands/watch.ts')).watchWith(games),
    },
    mcp: {
      summary: 'let an assistant play, and check bots, through the Model Context Protocol',
      load: async () => (await import('./commands/mcp.ts')).mcpOf(games),
    },
    lexicon: {
      summary: 'compile, inspect and search word lists',
      load: async () => (await import('./commands/lexicon.ts')).lexicon,
    },
  };
}

/** Commands for one game. */
function own(games: GamesWords): Commands {
  const entries = Object.values(games).flatMap(({ commands = {} }) => Object.entries(commands));
  return Object.fromEntries(
    entries.map(([name, { summary, load }]) => [name, { summary, load: async () => await load(games) }]),
  );
}

const last: Commands = {
  completion: {
    summary: 'print a completion script for the shell',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  player: {
    summary: 'start a built-in player',
    load: async () => (await import('./commands/player.ts')).player,
  },
};

/** Finds the commands that have this option, those below the command first, to say where a misplaced word belongs. */
export async function commandsWith(
  option: string,
  commands: Commands,
  name: string,
): Promise<string | undefined> {
  const found: string[] = [];
  for (const [called, { options, operands }] of await loadCommands(commands)) {
    const isInFile = option === 'players' && operands.canBeInFile;
    if (isInFile || Object.hasOwn(options, option)) found.push(`wordhost ${called}`);
  }
  if (found.length === 0) return undefined;
  const below = found.filter((called) => called.startsWith(`wordhost ${name} `));
  if (below.length > 0) return below.join(', ');
  const more = found.length - MOST_LISTED;
  return more <= 0 ? found.join(', ') : `${found.slice(0, MOST_LISTED).join(', ')} and ${more} more commands`;
}

const MOST_LISTED = 6;

/** The names of the options of all commands. */
export async function optionNames(commands: Commands): Promise<readonly string[]> {
  const loaded = await loadCommands(commands);
  return [...new Set(loaded.flatMap(([, { options }]) => Object.keys(options)))];
}
