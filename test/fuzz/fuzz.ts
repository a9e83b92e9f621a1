/** `npm run fuzz KIND -- [OPTIONS]`: random input, attacks and mutations. What is random prints its seed. */
import { fuzzServer } from './broken-servers.ts';

const kinds = {
  wires: {
    says: 'broken conversations, at the scanner and the referee: --cases N, --seed N, --wire GAME',
    begin: () => import('./broken-wires.ts'),
  },
  records: {
    says: 'records with other bytes, changes or fields, read in every way: --cases N, --seed N',
    begin: () => import('./broken-records.ts'),
  },
  stores: {
    says: 'stores as strangers could send them, read in every way: --cases N, --seed N',
    begin: () => import('./broken-stores.ts'),
  },
  register: {
    says: 'broken calls, files and answers to wordhost register: --cases N, --seed N',
    begin: async () => await fuzzServer((await import('./try-register.ts')).tryRegister),
  },
  rpc: {
    says: 'broken calls and answers to the server of web bots: --cases N, --seed N',
    begin: async () => await fuzzServer((await import('./try-rpc.ts')).tryRpc),
  },
  play: {
    says: 'broken requests to the API of games on the site: --cases N, --seed N',
    begin: async () => await fuzzServer((await import('./try-play.ts')).tryPlay),
  },
  farm: {
    says: 'rows of others in the database of a farm, beside an honest run: --cases N, --seed N',
    begin: () => import('./broken-farms.ts'),
  },
  laws: {
    says: 'the laws of the tests with other cases than npm test tries: --times N, --seed N, FOLDER…',
    begin: () => import('./laws.ts'),
  },
  mutations: {
    says: 'mutations of rules, matches and runs, each tried by the tests of its folder (npm run fuzz mutations -- --help)',
    begin: () => import('../mutations/mutations.ts'),
  },
  attacks: {
    says: 'every attack on every sandbox level, against an honest player (npm run fuzz attacks -- --help)',
    begin: () => import('../attack/attack.ts'),
  },
  interop: {
    says: 'real programs (MAGPIE, Quackle, fastchess, cutechess), as far as they are here (npm run fuzz interop -- --help)',
    begin: () => import('../interop/interop.ts'),
  },
  soak: {
    says: 'games of honest players on every sandbox level, until one goes wrong (npm run fuzz soak -- --help)',
    begin: () => import('../attack/soak.ts'),
  },
} as const;

const lines = Object.entries(kinds).map(([kind, { says }]) => `  ${kind.padEnd(11)}${says}\n`);
const help = `npm run fuzz KIND -- [OPTIONS]\n\nKinds:\n${lines.join('')}\n  npm run fuzz wires -- --cases 1000\n`;

const [kind = ''] = process.argv.splice(2, 1);
if (kind === '--help') process.stdout.write(help);
else if (Object.hasOwn(kinds, kind)) await kinds[kind as keyof typeof kinds].begin();
else {
  process.stderr.write(`expected a kind; got ${kind || 'nothing'}\n${help}`);
  process.exitCode = 2;
}
