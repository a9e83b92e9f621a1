const oneByOne = {
  says: 'games are played one after another, so that no two of them take time from each other',
};
const asWord = { says: 'a player is a word of its own: its command, in quotes' };

/** What other programs call our options, and how it is said here. A sentence stands for what there is no option for. */
const names: Readonly<Record<string, string | { readonly says: string }>> = {
  n: 'games',
  rounds: 'games',
  repeat: 'games',
  count: 'games',
  matches: 'games',
  lexicon: 'dictionary',
  d: 'dictionary',
  dict: 'dictionary',
  words: 'dictionary',
  wordlist: 'dictionary',
  'word-list': 'dictionary',
  s: 'seed',
  srand: 'seed',
  'random-seed': 'seed',
  o: 'record',
  out: 'record',
  output: 'record',
  log: 'record',
  pgnout: 'record',
  q: 'quiet',
  silent: 'quiet',
  debug: 'trace',
  verbose: 'trace',
  tc: 'timeout',
  st: 'timeout',
  movetime: 'timeout',
  'time-limit': 'timeout',
  'turn-timeout': 'timeout',
  'move-timeout': 'timeout',
  mem: 'memory',
  'memory-limit': 'memory',
  C: 'cwd',
  dir: 'cwd',
  workdir: 'cwd',
  c: 'config',
  names: 'name',
  hand: 'handsize',
  'hand-size': 'handsize',
  bag: 'tiles',
  noswap: 'no-rotate',
  'no-swap': 'no-rotate',
  show: 'view',
  concurrency: oneByOne,
  jobs: oneByOne,
  threads: oneByOne,
  j: oneByOne,
  engine: asWord,
  bot: asWord,
  players: asWord,
};

/** Where a word is an option of other programs: what to write here. */
export function hintForForeign(option: string, known: readonly string[]): string | undefined {
  const meant = Object.hasOwn(names, option) ? names[option] : undefined;
  if (typeof meant === 'object') return `: ${meant.says}`;
  if (meant === undefined || !known.includes(meant.replace(/^no-/, ''))) return undefined;
  return `; here it is --${meant}`;
}
