import type { Command, Commands } from './command.ts';
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

/** Commands about every game: a line each. */
function shared(games: GamesWords): Commands {
  return {
    demo: {
      summary: 'show a game between built-in players',
      load: async () => (await import('./commands/demo.ts')).demoOf(games),
    },
    play: {
      summary: 'play a game yourself, against a bot as strong as you like, or another person',
      load: async () => (await import('./commands/play.ts')).playWith(games),
    },
    check: {
      summary: 'test a bot against its wire, message by message',
      load: async () => (await import('./commands/check.ts')).checkOf(games),
    },
    new: {
      summary: 'write a bot from a template, in a language of your choice',
      load: async () => (await import('./commands/new.ts')).newBotFor(games),
    },
    judge: {
      summary: 'judge a grid, a move or a word without any player',
      load: async () => (await import('./commands/judge.ts')).judgeOf(games),
    },
    replay: {
      summary: 'show records, or verify every decision in them',
      load: async () => (await import('./commands/replay.ts')).replayOf(games),
    },
    analyze: {
      summary: 'what each move of a game gave away, and what its player could have done',
      load: async () => await (await import('./commands/analyze.ts')).analyzeOf(games),
    },
    export: {
      summary: 'write a record as a page to step through, or as a drawing',
      load: async () => (await import('./commands/export.ts')).exportOf(games),
    },
    import: {
      summary: 'make a record of a game that was played elsewhere',
      load: async () => await (await import('./commands/import.ts')).importOf(games),
    },
    compare: {
      summary: 'is a new version better? Mirrored pairs of games until a test knows',
      load: async () => (await import('./commands/compare.ts')).compareOf(games),
    },
    tune: {
      summary: 'the best parameters of a bot: mirrored pairs of games, step by step',
      load: async () => (await import('./commands/tune.ts')).tuneOf(games),
    },
    tournament: {
      summary: 'a tournament from a file: many games between many players, kept, and gone on with',
      load: async () => (await import('./commands/tournament.ts')).tournamentOf(games),
    },
    worker: {
      summary: 'plays games of runs that keep them in PostgreSQL, on any number of machines',
      load: async () => (await import('./commands/worker.ts')).workerOf(games),
    },
    stats: {
      summary: 'figures of many games between two players: Elo, a sequential test',
      load: async () => (await import('./commands/stats.ts')).stats,
    },
    report: {
      summary: 'what a tournament has come to: standings, crosstable, bad games, a page with plots',
      load: async () => (await import('./commands/report.ts')).reportWith(games),
    },
    store: {
      summary: 'look after a store of games: check, export, merge',
      load: async () => (await import('./commands/store.ts')).storeOf(games),
    },
    watch: {
      summary: 'a live page of a store, in a browser on this machine',
      load: async () => (await import('./commands/watch.ts')).watchWith(games),
    },
    lexicon: {
      summary: 'compiled word lists: build, info, check',
      load: async () => (await import('./commands/lexicon.ts')).lexicon,
    },
  };
}

/** Commands about one game alone. */
function own(games: GamesWords): Commands {
  const entries = Object.values(games).flatMap(({ commands = {} }) => Object.entries(commands));
  return Object.fromEntries(
    entries.map(([name, { summary, load }]) => [name, { summary, load: async () => await load(games) }]),
  );
}

const last: Commands = {
  completion: {
    summary: 'completion of commands and options for the shell',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
  player: {
    summary: 'the built-in players',
    load: async () => (await import('./commands/player.ts')).player,
  },
};

/** Which commands have this option: to say where a word belongs that is out of place. */
export async function commandsWith(option: string, commands: Commands): Promise<string | undefined> {
  const found: string[] = [];
  for (const [called, { options, operands }] of await loadedOf(commands)) {
    const isInFile = option === 'players' && operands.canBeInFile;
    if (isInFile || Object.hasOwn(options, option)) found.push(`wordhost ${called}`);
  }
  return found.length === 0 ? undefined : found.join(', ');
}

/** Of all commands. */
export async function optionNames(commands: Commands): Promise<readonly string[]> {
  const loaded = await loadedOf(commands);
  return [...new Set(loaded.flatMap(([, { options }]) => Object.keys(options)))];
}

/** All commands, and those below them, as they are called. */
async function loadedOf(commands: Commands): Promise<(readonly [called: string, command: Command])[]> {
  const loaded: (readonly [string, Command])[] = [];
  for (const [name, each] of Object.entries(commands)) {
    const command = await each.load();
    loaded.push([name, command]);
    for (const [word, below] of Object.entries(command.each ?? {}))
      loaded.push([`${name} ${word}`, await below.load()]);
  }
  return loaded;
}
