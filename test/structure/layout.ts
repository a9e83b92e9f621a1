export interface Folder {
  readonly holds: string;
  /** The folders that its files may import, besides its own. */
  readonly imports: readonly string[];
  /** No clock, no chance, no promises, and nothing of Node. */
  readonly pure?: true;
}

const contract = ['core', 'lexicon', 'games/kit', 'games'];
const ofGame = { imports: [...contract, 'games/line-game'], pure: true } as const;
const aboutMatches = [...contract, 'events', 'match'];

/**
 * The folders of `host/`, from the ground up: a folder imports only folders above it in this list. A name is a folder, or a file
 * without its ending; of two that fit a file, the longer is its folder.
 */
export const layout: Readonly<Record<string, Folder>> = {
  core: { holds: 'units, chance, seeds, shapes of data, text, usage errors', imports: [], pure: true },
  files: {
    holds: 'safe reading and writing of files, the cache, the path of the package',
    imports: ['core'],
  },
  terminal: { holds: 'the terminal that started the host, and which process uses it', imports: [] },
  sqlite: {
    holds: 'SQLite files: opening, errors, versions; loaded on demand',
    imports: ['core', 'files'],
  },
  postgres: {
    holds: 'PostgreSQL servers: addresses, connections, errors; loaded on demand',
    imports: ['core', 'files'],
  },
  lexicon: { holds: 'word lists: compiling, caching, lookup', imports: ['core', 'files'] },
  statistics: {
    holds: 'pure functions: binomial, Wilson, permutation, Elo, likelihood',
    imports: ['core'],
    pure: true,
  },
  'games/kit': { holds: 'what all games share: options, verdicts, results', imports: ['core'], pure: true },
  games: {
    holds: 'the contract of a game (`game.ts`) and the events of the platform',
    imports: ['core', 'lexicon', 'games/kit'],
    pure: true,
  },
  'games/line-game': { holds: 'what games with a line protocol share', imports: contract, pure: true },
  'games/bananagrams': { holds: 'Bananagrams: rules, wire, options, events', ...ofGame },
  'games/boggle': { holds: 'Boggle', ...ofGame },
  'games/scrabble': { holds: 'Scrabble', ...ofGame },
  'games/registry': {
    holds: 'the only list of games',
    imports: ['games', 'games/bananagrams', 'games/boggle', 'games/scrabble'],
    pure: true,
  },
  events: {
    holds: 'the event log of a game, records and their reader, results',
    imports: ['core', 'files', 'games/kit', 'games'],
  },
  match: {
    holds: 'one match: plan, mailbox, referee, effects, replay; the contract of a seat (`seat.ts`)',
    imports: [...contract, 'events'],
  },
  'seats/deadline': {
    holds: 'time limits that act once what came in time is read',
    imports: ['core'],
  },
  'seats/process': {
    holds: 'players as processes: pipes, sandbox, limits',
    imports: ['core', 'files', 'terminal', 'lexicon', 'games/kit', 'match', 'seats/deadline'],
  },
  'seats/scripted': {
    holds: 'players that follow a script, for tests and imported games',
    imports: ['core', 'events', 'match'],
  },
  'seats/remote': {
    holds: 'players that are web servers, called by JSON-RPC; allowed addresses',
    imports: ['core', 'match', 'seats/deadline', 'seats/scripted'],
  },
  bots: {
    holds: 'bots in JavaScript: `play` speaks the wire of a game; tools for strategies',
    imports: [
      ...contract,
      'seats/deadline',
      'seats/remote',
      'games/line-game',
      'games/bananagrams',
      'games/boggle',
      'games/scrabble',
    ],
  },
  settings: {
    holds: 'options of the platform and the sources of their values',
    imports: ['core', 'files', 'games/kit'],
  },
  tournament: {
    holds: 'statistics of many games: pairs, sequential test, formats, standings, tournament report',
    imports: [...contract, 'events', 'statistics'],
    pure: true,
  },
  views: {
    holds:
      'events, pictures and reports for terminals, images, pages and other programs; `parts/script/` runs in the browser',
    imports: ['core', 'files', 'games/kit', 'games', 'events', 'tournament'],
  },
  runs: {
    holds:
      'many games: series, comparisons, tournaments; the run that plays, saves, counts and reports them; executors; `store/`: games in SQLite or PostgreSQL, loaded on demand; `report/`: what a run comes to',
    imports: [
      ...[...aboutMatches, 'files', 'sqlite', 'postgres', 'statistics', 'settings', 'seats/process'],
      'tournament',
    ],
  },
  'runs/farm': {
    holds: 'games on other machines: the executor, its queue and its workers; loaded on demand',
    imports: [
      ...[...aboutMatches, 'files', 'statistics', 'settings', 'seats/process'],
      ...['tournament', 'runs'],
    ],
  },
  'serve/loopback': { holds: 'which names and addresses belong to this machine alone', imports: [] },
  'serve/tokens': { holds: 'tokens: drawn, hashed and stored', imports: ['core'] },
  'serve/names': {
    holds: 'names that strangers choose: what nobody sees in them, and what looks alike',
    imports: [],
  },
  'serve/recent-values': { holds: 'a bounded cache of recent values', imports: [] },
  'serve/http': {
    holds: 'hono services on one Node server: access, limits, event streams, shutdown',
    imports: ['core', 'serve/loopback', 'serve/recent-values'],
  },
  'serve/database': {
    holds: 'transactions on SQLite or PostgreSQL for the web; loaded on demand',
    imports: ['core', 'files', 'sqlite', 'postgres', 'serve/recent-values'],
  },
  'serve/mail': {
    holds: 'plain text mail, and how it reaches a mail server',
    imports: ['core', 'files', 'serve/loopback'],
  },
  'serve/watch': {
    holds: 'the live page of a run: figures, running games, finished games',
    imports: [
      ...['core', 'lexicon', 'games/kit', 'games', 'events', 'files', 'match', 'seats/process', 'tournament'],
      ...['views', 'runs', 'serve/http'],
    ],
  },
  'serve/boggle': {
    holds: 'Boggle on the web: service, stored games, API',
    imports: [
      ...['core', 'lexicon', 'games/boggle', 'settings', 'views'],
      ...['serve/names', 'serve/recent-values', 'serve/http', 'serve/database', 'serve/mail', 'serve/tokens'],
    ],
  },
  'serve/boggle/bots': {
    holds: 'bots in web games: matches in which people are a kind of seat',
    imports: [...['core', 'lexicon', 'games', 'games/boggle', 'events', 'match', 'serve/boggle']],
  },
  'serve/scrabble': {
    holds: 'web bots: registration, and their games, played, stored and shown',
    imports: [
      ...['core', 'lexicon', 'games/kit', 'games', 'games/scrabble', 'events', 'match', 'seats/remote'],
      ...[
        'settings',
        'tournament',
        'views',
        'runs',
        'bots',
        'serve/loopback',
        'serve/names',
        'serve/http',
        'serve/database',
        'serve/tokens',
        'serve/watch',
      ],
    ],
  },
  'serve/play': {
    holds: 'games that people play on the site: stored inputs, views, API',
    imports: [
      ...['core', 'lexicon', 'games/kit', 'games', 'events', 'match', 'seats/remote', 'bots', 'views'],
      ...['serve/names', 'serve/recent-values', 'serve/http', 'serve/database', 'serve/tokens'],
    ],
  },
  'serve/play/page': {
    holds: 'the page of a table, the same for every game; `script/` runs in the browser',
    imports: ['games', 'views', 'serve/http', 'serve/play'],
  },
  'serve/home': {
    holds: 'the pages around games: the first page, the page of each game, analysis, the puzzle of the day',
    imports: [
      ...['core', 'lexicon', 'games', 'events', 'views'],
      ...['serve/recent-values', 'serve/http', 'serve/tokens', 'serve/watch', 'serve/play/page'],
    ],
  },
  'serve/scrabble/puzzle': {
    holds: 'positions for the puzzle of the day',
    imports: ['core', 'lexicon', 'games/scrabble', 'bots', 'serve/recent-values', 'serve/home'],
  },
  'serve/boggle/page': {
    holds: 'the pages on which people play Boggle; `script/` runs in the browser',
    imports: [
      ...['core', 'games', 'games/boggle', 'views', 'serve/http', 'serve/boggle'],
      ...['serve/play', 'serve/play/page', 'serve/home'],
    ],
  },
  'serve/bananagrams/page': {
    holds: 'what a player of Bananagrams uses on the page of a table; `script/` runs in the browser',
    imports: ['games', 'games/bananagrams', 'views', 'serve/play', 'serve/play/page'],
  },
  'serve/scrabble/page': {
    holds:
      'what a player of Scrabble uses on the page of a table, and the puzzle; `script/` runs in the browser',
    imports: ['games', 'views', 'serve/play', 'serve/play/page', 'serve/home'],
  },
  'tools/check': {
    holds: 'the check of a bot against its wire',
    imports: [...aboutMatches, 'games/line-game', 'games/bananagrams', 'games/boggle', 'games/scrabble'],
  },
  'tools/mcp': {
    holds: 'games and tools for an assistant that speaks the Model Context Protocol; loaded on demand',
    imports: [...aboutMatches, 'files', 'seats/process', 'seats/remote', 'bots', 'views', 'runs'],
  },
  'tools/siu': {
    holds: 'the greedy Scrabble player as a SIU engine',
    imports: ['core', 'lexicon', 'games/scrabble', 'bots'],
  },
  'serve/scrabble/pipes': {
    holds: 'a bot on pipes as a web bot',
    imports: [
      ...['core', 'lexicon', 'games', 'games/scrabble', 'match', 'seats/remote', 'bots', 'tools/check'],
      ...['serve/http', 'serve/scrabble'],
    ],
  },
  'tools/analyze': {
    holds: 'what each move of a recorded game gave away',
    imports: [...aboutMatches, 'views'],
  },
  'tools/doctor': {
    holds: 'what this machine can do for games',
    imports: ['core', 'files', 'match', 'seats/process', 'runs'],
  },
  'tools/race': {
    holds: 'how fair the peel race is on this machine',
    imports: [
      ...[...aboutMatches, 'files', 'statistics', 'games/bananagrams'],
      ...['settings', 'views', 'runs'],
    ],
  },
  cli: {
    holds: 'the command line: parsing, help, `commands/` (one file each), `games/` (texts of each game)',
    imports: [
      ...['core', 'files', 'terminal', 'lexicon', 'games/kit', 'games', 'games/registry', 'games/line-game'],
      ...['games/bananagrams', 'games/boggle', 'games/scrabble', 'events', 'settings', 'match'],
      ...[
        'seats/process',
        'seats/scripted',
        'seats/remote',
        'views',
        'runs',
        'runs/farm',
        'sqlite',
        'tournament',
        'serve/loopback',
        'serve/http',
        'serve/watch',
        'serve/database',
        'serve/mail',
        'serve/boggle',
        'serve/boggle/page',
        'serve/boggle/bots',
        'serve/tokens',
        'serve/scrabble',
        'serve/scrabble/pipes',
        'serve/play',
        'serve/scrabble/puzzle',
        'serve/home',
        'serve/play/page',
        'tools/analyze',
        'tools/check',
        'tools/doctor',
        'tools/mcp',
        'tools/race',
        'tools/siu',
        'bots',
      ],
    ],
  },
  api: {
    holds: 'the entry points of the library',
    imports: [
      ...['core', 'terminal', 'lexicon', 'games/kit', 'games', 'games/line-game', 'games/registry'],
      ...['games/bananagrams', 'games/boggle', 'games/scrabble', 'events', 'settings', 'match'],
      ...[
        'files',
        'seats/process',
        'seats/scripted',
        'seats/remote',
        'views',
        'runs',
        'tools/check',
        'cli',
        'bots',
      ],
    ],
  },
  main: { holds: 'argv in, exit status out', imports: ['core', 'files', 'cli', 'games/registry'] },
  package: {
    holds: 'makes the package: bundle, types, built-in word list, manual page',
    imports: ['core', 'files', 'lexicon', 'settings', 'seats/process', 'cli'],
  },
};
