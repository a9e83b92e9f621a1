import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { say } from './in-process.ts';
import { resultsOf, run, withoutTerminal } from './wordhost.ts';

/** Clears a terminal, sets its title, turns the direction of writing, hides letters, ends a line. */
const EVIL = '\x1b[2J\x1b]0;owned\x07\u009b31m\u202eevil\u2066\u200b\u2028\r\x7f';
const acts = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

const cwd = t.testdir({
  bunch: 'A 5\nE 5\nS 5\nT 5\n',
  'evil.sh': "printf '\\033[2J\\302\\23331m\\342\\200\\256evil\\n' >&2\n",
});

/** No byte of what was printed acts on a terminal. */
function isPlain(
  t: Test,
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  what: string,
): void {
  for (const [stream, text] of Object.entries({ stdout, stderr })) {
    const odd = text.split('\n').find((line) => acts.test(line.replaceAll('\t', '')));
    t.equal(odd, undefined, `${what}: ${stream}`);
  }
}

const names = ['--name', `a${EVIL}`, '--name', `b${EVIL}`];
/** Says the same on its standard error and in its command, and plays. */
const loud = (player: string) => `sh evil.sh; : '${EVIL.replace('\r', '')}'; exec wordhost player ${player}`;
const offender = `sh evil.sh; printf 'n\\033[2J\\302\\23331m'; : '${EVIL}'; cat > /dev/null`;

const games: Readonly<Record<string, readonly string[]>> = {
  bananagrams: ['bananagrams', '--bunch', 'bunch', '--hand', '3', loud('bananagrams'), loud('bananagrams')],
  'bananagrams with an offender': [
    'bananagrams',
    '--bunch',
    'bunch',
    '--hand',
    '3',
    offender,
    loud('bananagrams'),
  ],
  scrabble: ['scrabble', '--max-turns', '4', loud('random'), loud('longest')],
  boggle: ['boggle', '--time', '1m', loud('boggle --level few'), loud('boggle --level few')],
};

for (const [what, [game = '', ...args]] of Object.entries(games))
  t.test(`${what}: whatever players are called, run and say, what is shown is text`, async (t) => {
    const events = `${what}.jsonl`;
    const common = [game, '--seed', '2', ...names];
    const kept = await run([...common, '--events', events, '--stderr', 'inherit', '--trace', ...args], {
      cwd,
    });
    t.match(
      kept.stderr,
      /^[ab]\\x1b\[2J.*: \\x1b\[2J\\x9b31m\\u\{202e\}evil$/m,
      'standard error is shown with its name',
    );
    isPlain(t, kept, 'summary, trace, standard error');
    isPlain(t, await run([...common, '--view', ...args], { cwd }), '--view');
    const json = await run([...common, '--games', '2', '--json', ...args], { cwd });
    isPlain(t, json, '--json, standings');
    t.match(json.stderr, /^ +player +won/m, 'the standings are beside it');
    t.equal(resultsOf(json)[0]!.players[0]!.name, `a${EVIL}`, 'and is the name all the same');
    for (const way of [[], ['--grids'], ['--verify']])
      isPlain(t, await say(['replay', ...way, events], { cwd }), `replay ${way}`);
    isPlain(t, await say(['race', '--html', 'race.html', '--from', events], { cwd }), 'race --from');
  });

t.test('The page of a race has no sign that acts', async (t) => {
  const page = readFileSync(join(cwd, 'race.html'), 'utf8');
  t.match(page, /evil/, 'the players are named in it');
  t.notMatch(page.replace(/[\n\t]/g, ''), acts);
});

t.test('What a record was changed to is shown as text, too', async (t) => {
  const lines = readFileSync(join(cwd, 'scrabble.jsonl'), 'utf8').split('\n');
  for (const type of ['deal', 'play', 'out']) {
    const changed = lines.map((line) =>
      line.includes(`"type":"${type}"`)
        ? line.replace(/"(rack|words|move|text)":(\[?)"/, `"$1":$2"\u009b2J\u202e`)
        : line,
    );
    t.not(changed.join('\n'), lines.join('\n'), type);
    writeFileSync(join(cwd, 'changed'), changed.join('\n'));
    for (const way of [[], ['--grids'], ['--verify'], ['--verify', '--json']])
      isPlain(t, await say(['replay', ...way, 'changed'], { cwd }), `${type}, replay ${way}`);
  }
});

t.test('On a terminal, only what the host itself draws with acts', { skip: withoutTerminal }, async (t) => {
  for (const [what, [game = '', ...args]] of Object.entries(games)) {
    const { stdout } = await run([game, '--seed', '2', ...names, '--view', '--stderr', 'inherit', ...args], {
      cwd,
      terminal: true,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what the host draws with
    const rest = stdout.replace(/\x1b\[(?:\d{1,2}m|\d+A|J|K)|[\r\n\t]/g, '');
    t.equal(acts.exec(rest)?.[0], undefined, what);
    t.match(rest, /evil/);
  }
});

t.test('All of it was tried', async (t) => {
  t.same(readdirSync(cwd).filter((name) => name.endsWith('.jsonl')).length, Object.keys(games).length);
});
