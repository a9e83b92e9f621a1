const oneByOne = {
  says: 'games are played one after another, so that no two of them take time from each other',
};
const asPage = {
  says: 'pages are made afterwards: wordhost report STORE --as html of a tournament or a comparison, and wordhost export RECORD --output FILE.html to step through a game, of the record that --record DIR keeps',
};
const asWord = { says: 'a player is a word of its own: its command, in quotes' };

/** Of several names, the first that the command has. */
const asFile = ['record', 'output'];

/** What other programs call our options, and how it is said here. A sentence stands for what there is no option for. */
const names: Readonly<Record<string, string | readonly string[] | { readonly says: string }>> = {
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
  o: asFile,
  out: asFile,
  output: 'record',
  html: asPage,
  log: asFile,
  pgnout: asFile,
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
  affinity: 'one-processor',
  'use-affinity': 'one-processor',
  engine: asWord,
  bot: asWord,
  players: asWord,
};

/** Where a word is an option of other programs: what to write here. */
export function hintForForeign(option: string, known: readonly string[]): string | undefined {
  const meant = Object.hasOwn(names, option) ? names[option] : undefined;
  if (meant === undefined) return undefined;
  if (isSentence(meant)) return `: ${meant.says}`;
  const here = [meant].flat().find((name) => known.includes(name.replace(/^no-/, '')));
  return here === undefined ? undefined : `; here it is --${here}`;
}

const isSentence = (meant: string | readonly string[] | { readonly says: string }) =>
  typeof meant === 'object' && 'says' in meant;
