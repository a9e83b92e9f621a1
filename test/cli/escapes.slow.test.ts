import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../host/runs/store/store.ts';
import { expectOk } from '../support/expect-ok.ts';
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
const loud = (player: string) => `sh evil.sh; : '${EVIL.replace('\r', '')}'; exec wordhost player ${player}`;
const offender = `sh evil.sh; printf 'n\\033[2J\\302\\23331m'; : '${EVIL}'; cat > /dev/null`;

const games: Readonly<Record<string, readonly string[]>> = {
  bananagrams: ['bananagrams', '--bunch', 'bunch', '--hand', '3', loud('bananagrams'), loud('bananagrams')],
  'bananagrams with an offender': [
    ...'bananagrams --bunch bunch --hand 3'.split(' '),
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
    isPlain(
      t,
      await say(['race', '--as', 'html', '--output', 'race.html', '--from', events], { cwd }),
      'race --from',
    );
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

/** A line that a service for CI would obey, and a style that is not ours. */
const LINES = 'x\n::error::owned\n  ##[error]owned\n\x1b[31m';

/** No line of what was printed begins with such a command, and none has such a style. */
function obeysNobody(
  t: Test,
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  what: string,
): void {
  for (const text of [stdout, stderr]) {
    t.notMatch(text, /^\s*(?:::|##\[)/m, what);
    t.notMatch(text, '\x1b', what);
  }
}

t.test('What a file of somebody else has wrong is said on one line', async (t) => {
  const folder = t.testdir({});
  const [ada, ben] = [
    { name: 'Ada', command: './ada' },
    { name: 'Ben', command: './ben' },
  ];
  const league = { game: 'boggle', players: [ada, ben], format: { kind: 'round-robin' } };
  const wrong: Readonly<Record<string, object>> = {
    'a name twice': { ...league, players: [ada, ben].map((each) => ({ ...each, name: LINES })) },
    'a field': { ...league, [LINES]: 1 },
    'a field of a player': { ...league, players: [ada, { ...ben, [LINES]: 1 }] },
    'a field of the format': { ...league, format: { ...league.format, [LINES]: 1 } },
    'an option': { ...league, options: { [LINES]: 1 } },
    'an option of a player': { ...league, players: [ada, { ...ben, options: { [LINES]: 1 } }] },
    'a folder': { ...league, players: [ada, { ...ben, cwd: LINES }] },
    'a variable': { ...league, players: [ada, { ...ben, env: [LINES] }] },
    'an address': { ...league, players: [ada, { ...ben, command: 'http://x\x1b[31m' }] },
    'a game': { ...league, game: LINES },
  };
  for (const [what, file] of Object.entries(wrong)) {
    writeFileSync(join(folder, 'league.yml'), JSON.stringify(file));
    const said = await say(['tournament', 'league.yml', '--store', 'league.db'], { cwd: folder });
    t.match(said, { status: 2, stdout: '', stderr: /^wordhost: league\.yml:[^\n]+\n$/ }, what);
    obeysNobody(t, said, what);
  }
});

t.test('No name begins a line of the log of a service for CI', async (t) => {
  const named = ['--name', LINES, '--name', `::error::${LINES}`, 'echo a thought >&2; exit 1', 'exit 1'];
  const game = ['boggle', '--seed', '1', '--time', '1s', '--stderr', 'inherit'];
  obeysNobody(t, await run([...game, ...named], { cwd }), 'a game, and the command that plays it again');
  obeysNobody(t, await run([...game, '--games', '2', ...named], { cwd }), 'a series');
  const compared = ['--store', 'compared.db', '--games', '2', ...named];
  const { stdout, stderr } = await run(['compare', 'boggle', '--time', '1s', ...compared], { cwd });
  obeysNobody(t, { stdout, stderr }, 'a comparison');
  t.match(stderr, /^NEW x\\n::error/m);
  obeysNobody(t, await say(['report', 'compared.db'], { cwd }), 'its report');
});

t.test('The results of a store that somebody else made are lines of text', async (t) => {
  const folder = t.testdir({});
  const opening = expectOk(await openStore(join(folder, 'theirs.db'), { mode: 'write' }));
  {
    await using store = opening.store;
    await store.saveFile({ text: '', canonical: '{}' });
    const result = JSON.stringify({ number: 1, name: `\x7f${EVIL}` }).replace('\\u009b', '\u009b');
    await store.save({ number: 1, id: 'a', result, record: Buffer.from('') });
  }
  const exported = await say(['store', 'export', '--results', '-', 'theirs.db'], { cwd: folder });
  t.equal(exported.status, 0, exported.stderr);
  isPlain(t, exported, 'store export');
  t.equal(JSON.parse(exported.stdout).name, `\x7f${EVIL}`, 'and is the same value');
});

t.test('All of it was tried', async (t) => {
  t.same(readdirSync(cwd).filter((name) => name.endsWith('.jsonl')).length, Object.keys(games).length);
});
