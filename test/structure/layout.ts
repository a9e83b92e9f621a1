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
  files: { holds: 'reading and writing files safely, the cache, where the package is', imports: ['core'] },
  terminal: { holds: 'the terminal that the host was started from, and who has it', imports: [] },
  sqlite: {
    holds: 'files of SQLite: opened, what is wrong with them, their versions; loaded when one is used',
    imports: ['core', 'files'],
  },
  postgres: {
    holds: 'servers of PostgreSQL: addresses, connections, faults in words; loaded when one is used',
    imports: ['core', 'files'],
  },
  lexicon: { holds: 'word lists: compiled, kept, looked up', imports: ['core', 'files'] },
  statistics: {
    holds: 'pure numbers: binomial, Wilson, permutation, Elo, likelihood',
    imports: ['core'],
    pure: true,
  },
  'games/kit': { holds: 'what all games share: options, verdicts, results', imports: ['core'], pure: true },
  games: {
    holds: 'the contract of a game (`game.ts`), and the events of the platform',
    imports: ['core', 'lexicon', 'games/kit'],
    pure: true,
  },
  'games/line-game': { holds: 'what games in lines share', imports: contract, pure: true },
  'games/bananagrams': { holds: 'Bananagrams: rules, wire, options, events', ...ofGame },
  'games/boggle': { holds: 'Boggle', ...ofGame },
  'games/scrabble': { holds: 'Scrabble', ...ofGame },
  'games/registry': {
    holds: 'the only list of games',
    imports: ['games', 'games/bananagrams', 'games/boggle', 'games/scrabble'],
    pure: true,
  },
  events: {
    holds: 'the log of a game, records and their reader, results',
    imports: ['core', 'files', 'games/kit', 'games'],
  },
  match: {
    holds: 'one match: plan, mailbox, referee, effects, replay; the contract of a seat (`seat.ts`)',
    imports: [...contract, 'events'],
  },
  'seats/process': {
    holds: 'players as processes: pipes, sandbox, limits',
    imports: ['core', 'files', 'terminal', 'lexicon', 'games/kit', 'match'],
  },
  'seats/scripted': {
    holds: 'players that are a script: of tests, and of games that were played elsewhere',
    imports: ['core', 'events', 'match'],
  },
  'seats/remote': {
    holds:
      'players that are web servers: called by JSON-RPC, from programs of this process; which addresses are called',
    imports: ['core', 'match', 'seats/scripted'],
  },
  bots: {
    holds: 'what a bot in JavaScript is made of: `play` speaks the wire of a game; what its strategies need',
    imports: [
      ...contract,
      'seats/remote',
      'games/line-game',
      'games/bananagrams',
      'games/boggle',
      'games/scrabble',
    ],
  },
  settings: {
    holds: 'options of the platform, and where their values come from',
    imports: ['core', 'files', 'games/kit'],
  },
  tournament: {
    holds:
      'what many games say: pairs and a sequential test; formats, standings and the report of a tournament',
    imports: [...contract, 'events', 'statistics'],
    pure: true,
  },
  views: {
    holds: 'events, pictures and reports: on a terminal, as images, on pages, and for other programs',
    imports: ['core', 'games/kit', 'games', 'events', 'tournament'],
  },
  'runs/store': {
    holds: 'stores of games, loaded when one is used',
    imports: ['core', 'files', 'sqlite', 'postgres'],
  },
  runs: {
    holds:
      'many games: what to play (series, comparison, tournament), the run that plays, saves, counts and tells them, who plays them at once, and who is told',
    imports: [...aboutMatches, 'files', 'statistics', 'seats/process', 'tournament', 'views', 'runs/store'],
  },
  'serve/loopback': { holds: 'which names and addresses are of this machine alone', imports: [] },
  'serve/tokens': { holds: 'secrets that prove who asks: drawn, and hashed to be stored', imports: ['core'] },
  'serve/recent-values': { holds: 'values that were asked for last, up to so many', imports: [] },
  'serve/http': {
    holds:
      'services of hono on one server of Node: who may ask, limits, events as they happen, an orderly end',
    imports: ['serve/loopback', 'serve/recent-values'],
  },
  'serve/database': {
    holds: 'transactions on SQLite or PostgreSQL, for what is on the web; loaded when it is used',
    imports: ['core', 'files', 'sqlite', 'postgres', 'serve/recent-values'],
  },
  'serve/mail': {
    holds: 'mails of plain text, and how a server of mail is handed one',
    imports: ['files', 'serve/loopback'],
  },
  'serve/watch': {
    holds: 'the live page of a run: its figures, the games that run, and those to step through',
    imports: [
      ...['core', 'games/kit', 'games', 'events', 'match', 'seats/process', 'tournament', 'views'],
      ...['runs', 'runs/store', 'serve/http'],
    ],
  },
  'serve/boggle': {
    holds: 'Boggle on the web: the service of its games, what is stored of them, its API',
    imports: [
      ...['core', 'lexicon', 'games/boggle', 'settings'],
      ...['serve/recent-values', 'serve/http', 'serve/database', 'serve/mail', 'serve/tokens'],
    ],
  },
  'serve/boggle/page': {
    holds: 'the page that people play on; `script/` is what browsers run',
    imports: ['files', 'games/boggle', 'views', 'serve/http', 'serve/boggle'],
  },
  'serve/boggle/bots': {
    holds: 'bots at games of the web, which are matches with people as a kind of seat',
    imports: [...['core', 'lexicon', 'games', 'games/boggle', 'events', 'match', 'serve/boggle']],
  },
  'serve/scrabble': {
    holds:
      'bots that are web servers: they register, and the games between them are played, stored and shown',
    imports: [
      ...['core', 'lexicon', 'games/kit', 'games', 'games/scrabble', 'events', 'match', 'seats/remote'],
      ...[
        'tournament',
        'views',
        'runs',
        'bots',
        'serve/http',
        'serve/database',
        'serve/tokens',
        'serve/watch',
      ],
    ],
  },
  'tools/check': {
    holds: 'a bot held against its wire',
    imports: [...aboutMatches, 'games/line-game', 'games/bananagrams', 'games/boggle', 'games/scrabble'],
  },
  'tools/siu': {
    holds: 'our greedy player of Scrabble as an engine that speaks SIU',
    imports: ['core', 'lexicon', 'games/scrabble', 'bots'],
  },
  'serve/scrabble/pipes': {
    holds: 'a bot on pipes as a web bot, for servers of those',
    imports: [
      ...['core', 'lexicon', 'games', 'games/scrabble', 'match', 'seats/remote', 'bots', 'tools/check'],
      ...['serve/http', 'serve/scrabble'],
    ],
  },
  'tools/analyze': {
    holds: 'what each move of a recorded game gave away',
    imports: [...aboutMatches, 'views'],
  },
  'tools/race': {
    holds: 'how fair the peel race is on this machine',
    imports: [
      ...[...aboutMatches, 'files', 'statistics', 'games/bananagrams'],
      ...['settings', 'views', 'runs'],
    ],
  },
  cli: {
    holds: 'the command line: parsing, help, `commands/` (one file each), `games/` (the words of each game)',
    imports: [
      ...['core', 'files', 'terminal', 'lexicon', 'games/kit', 'games', 'games/registry', 'games/line-game'],
      ...['games/bananagrams', 'games/boggle', 'games/scrabble', 'events', 'settings', 'match'],
      ...[
        'seats/process',
        'seats/scripted',
        'seats/remote',
        'views',
        'runs',
        'runs/store',
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
        'tools/analyze',
        'tools/check',
        'tools/race',
        'tools/siu',
      ],
    ],
  },
  api: {
    holds: 'the doors of the library: what other programs may import',
    imports: [
      ...['core', 'terminal', 'lexicon', 'games/kit', 'games', 'games/line-game', 'games/registry'],
      ...['games/bananagrams', 'games/boggle', 'games/scrabble', 'events', 'settings', 'match'],
      ...['seats/process', 'seats/scripted', 'seats/remote', 'views', 'runs', 'tools/check', 'cli', 'bots'],
    ],
  },
  main: { holds: 'argv in, exit status out', imports: ['core', 'files', 'cli', 'games/registry'] },
  package: {
    holds: 'makes the package: bundle, types, the built-in word list, the manual page',
    imports: ['core', 'files', 'lexicon', 'settings', 'seats/process', 'cli'],
  },
};
