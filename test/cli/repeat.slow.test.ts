import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { jsonLines } from '../support/json-lines.ts';
import { binary, run } from './wordhost.ts';

/** Quotes, variables and commands within a command, which a shell must not see before it starts the player. */
const odd = `printf "$HELLO"; : "$HOME's" \`echo 'a b'\` '%s\\n' "*"; exec sleep 60`;

interface Played {
  readonly game: string;
  readonly hello: string;
  readonly options: readonly string[];
  /** What it takes to have been dealt to, and then to offend. */
  readonly offends: string;
  readonly deal: string;
}

const untilTurn = "while read -r line; do case $line in turn*) echo '?!' ;; esac; done";
const games: readonly Played[] = [
  {
    game: 'bananagrams',
    hello: 'n',
    options: ['--hand', '10', '--lenient', '--stall=9s'],
    offends: "head -c1 >/dev/null; printf '?'; cat >/dev/null",
    deal: 'deal',
  },
  {
    game: 'scrabble',
    hello: 'ready\\n',
    options: ['--rules=simple', '--handsize', '5', '--turn-cpu', '5s', '--timeout=200ms'],
    offends: untilTurn,
    deal: 'deal',
  },
  {
    game: 'boggle',
    hello: 'ready\\n',
    options: ['--width', '3', '--height', '6', '--rules', 'turns', '--timeout=200ms'],
    offends: untilTurn,
    deal: 'board',
  },
];

for (const { game, hello, options, offends, deal } of games)
  t.test(`the command to repeat a game of ${game} plays the same deal in a shell`, async (t) => {
    const cwd = t.testdir({ 'small.txt': 'aa\nab\n', 'opt.yaml': 'dictionary: small.txt\n' });
    const args = [
      ...'--config opt.yaml --env'.split(' '),
      `HELLO=${hello}`,
      '--name',
      "it's $one",
      '--name',
      'two',
      ...options,
    ];
    const players = [odd, `printf '${hello}'; ${offends}`];
    const series = [game, '--seed', 'a "seed"', '--games', '2', '--quiet', ...args, ...players];
    const played = await run(series, { cwd });
    const lines = [...played.stderr.matchAll(/^ {2}to record and replay the game: (.*)$/gm)].map(
      ([, line]) => line!,
    );
    t.equal(lines.length, 2, played.stderr);
    const kept = await run([...series, '--record', 'kept'], { cwd });
    t.equal(kept.status, played.status);
    const pasted = await run([lines[1]!], {
      cwd,
      host: ['sh', '-c', `wordhost() { '${process.execPath}' '${binary}' "$@"; }; eval "$1"`, 'sh'],
    });
    t.equal(pasted.status, 1, pasted.stderr);
    const second = recordsIn(join(cwd, 'kept')).find(([head]) => head.players[0].entry === 2)!;
    const [again] = recordsIn(join(cwd, 'games'));
    const { seed, options: settled, dictionary, players: seats } = again![0];
    t.match(second[0], { seed, options: settled, dictionary });
    t.same(
      seats.map(({ name, command }: { name: string; command: string }) => [name, command]),
      [
        ['two', players[1]],
        ["it's $one", players[0]],
      ],
    );
    const dealt = (events: typeof again) =>
      events!.filter(({ type }) => type === deal).map(({ t: _, n: __, in: ___, ...facts }) => facts);
    t.ok(dealt(again).length > 0);
    t.same(dealt(again), dealt(second));
  });

// biome-ignore lint/suspicious/noExplicitAny: lines of a record, as they are
function recordsIn(folder: string): any[][] {
  return readdirSync(folder).map((name) => jsonLines(readFileSync(join(folder, name), 'utf8')));
}
