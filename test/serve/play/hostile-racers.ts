/**
 * Ways in which a bot of Bananagrams is wrong. With a hand of 70 of two players the bunch has four tiles: all dumps
 * but the first are refused, and cost nothing.
 */
export const ways = {
  crash: "say('n'); whenDealt(() => process.exit(3));",
  exit: "say('n'); whenDealt(() => process.exit(0));",
  killed: "say('n'); whenDealt(() => process.kill(process.pid, 'SIGKILL'));",
  silent: '',
  unready: 'process.exit(4);',
  newline: "say('n\\n');",
  umlaut: "say('n'); whenDealt(() => say('ä'));",
  'not-a-dialect': "say('ready');",
  early: "say('np001001001A');",
  'wrong-peel': "say('r'); whenDealt(() => say('p001001Q'));",
  'wrong-number': "say('n'); whenDealt(() => say('p500001001A'));",
  'half-and-exit': "say('n'); whenDealt(() => process.stdout.write('p00100', () => process.exit(0)));",
  large: "say('n'); whenDealt(() => say('p001999999' + '.'.repeat(998001)));",
  'byte-by-byte':
    "say('r'); whenDealt(() => [...'p001001Q'].forEach((byte, at) => setTimeout(say, 20 * at, byte)));",
  flood: "say('r'); whenDealt((hand) => dumpOn(hand));",
} as const;

/** A bot that is wrong in the way of its first word. */
export const HOSTILE = `const say = (text) => process.stdout.write(text);
const whenDealt = (act) => process.stdin.once('data', (hand) => act(String(hand)));
const dumpOn = (hand) => {
  const twice = [...hand].find((letter, at) => hand.indexOf(letter) < at);
  const dumps = ('d' + twice).repeat(30_000);
  const more = () => process.stdout.write(dumps, more);
  more();
};
process.stdin.on('end', () => process.exit(0)).resume();
process.stdout.on('error', () => process.exit(0));
setInterval(() => {}, 1_000);
({
${Object.entries(ways)
  .map(([name, act]) => `  '${name}': () => { ${act} },`)
  .join('\n')}
})[process.argv[2]]();`;
