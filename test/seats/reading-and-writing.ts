import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { millis } from '../../host/core/units.ts';
import type { SandboxLevel } from '../../host/match/seat.ts';
import { allOf } from '../support/all-of.ts';
import { countPolls, hostingFor, levelsNamed, seatOne, sit, until } from './sitting.ts';

export async function readingAndWriting(t: Test, names?: readonly SandboxLevel[]): Promise<void> {
  for (const { level, skip } of levelsNamed(names))
    t.test(`reading and writing on the level ${level}`, { skip }, async (t) => {
      t.test('every byte arrives as it was written', async (t) => {
        await using sitting = await seatOne(level, `printf 'a\\000b\\377\\303\\r\\n'; cat`);
        await sitting.player.says('\n');
        sitting.player.seat.send('back\r\n');
        await sitting.player.says('back\r\n');
        t.equal(sitting.player.text, 'a\0b\xff\xc3\r\nback\r\n');
      });

      t.test('one byte at a time makes the same text, each stamped in its turn', async (t) => {
        await using sitting = await seatOne(level, 'for c in o n e b y t e; do printf $c; read x; done');
        for (let length = 1; length <= 7; length++) {
          await sitting.player.says('onebyte'.slice(0, length));
          sitting.player.seat.send('\n');
        }
        t.equal((await sitting.player.gone()).cause, 'exited');
        const stamps = sitting.player.reads.map(({ at }) => at);
        t.equal(stamps.length, 7);
        t.same(
          stamps,
          stamps.toSorted((a, b) => a - b),
        );
      });

      t.test('a flood gives one chunk of at most 64 KiB in a turn of the loop', async (t) => {
        using _polls = countPolls();
        await using sitting = await sit(hostingFor(level), 'head -c 3000000 /dev/zero; read x', 'cat');
        const [flood, other] = sitting.players;
        other!.seat.send('heard\n');
        await other!.says('heard\n');
        await until(
          () => flood!.length === 3_000_000,
          () => `all of the flood: ${flood!.length}`,
        );
        t.ok(allOf(flood!.reads, ({ bytes }) => bytes.length > 0 && bytes.length <= 65_536));
        t.equal(new Set(flood!.reads.map(({ poll }) => poll)).size, flood!.reads.length);
      });

      t.test('what a read brought stays as it was', async (t) => {
        await using sitting = await seatOne(level, 'echo first; read x; echo second; read x');
        await sitting.player.says('first\n');
        const [{ bytes } = { bytes: new Uint8Array() }] = sitting.player.reads;
        sitting.player.seat.send('\n');
        await sitting.player.says('second\n');
        t.equal(Buffer.from(bytes).toString(), 'first\n');
      });

      t.test('a paused player waits in its own pipe', async (t) => {
        await using sitting = await seatOne(
          level,
          'echo on; read x; head -c 500000 /dev/zero; echo written >&2; read x',
        );
        const { player } = sitting;
        await player.says('on\n');
        player.seat.pause();
        player.seat.send('go\n');
        for (let poll = 0; poll < 50; poll++) await new Promise(setImmediate);
        t.equal(player.length, 3);
        player.seat.resume();
        await until(
          () => player.length === 500_003,
          () => `the rest: ${player.length}`,
        );
      });

      t.test('a player that never reads is reported once, and disturbs no other', async (t) => {
        await using sitting = await sit(hostingFor(level), 'sleep 1000', 'cat');
        const [deaf, other] = sitting.players;
        const text = 'x'.repeat(100_000);
        for (let round = 0; round < 30; round++) deaf!.seat.send(text);
        const { kind, rule, detail } = await deaf!.offence();
        t.same([kind, rule], ['flood', 'unread']);
        const waiting = Number(/did not read its input: (\d+) unread bytes/.exec(detail)?.[1]);
        t.ok(waiting > 1_048_576 && waiting <= 1_148_576, detail);
        other!.seat.send('heard\n');
        await other!.says('heard\n');
        t.equal(deaf!.offences.length, 1);
        t.same(deaf!.departures, [], 'whether it stays in the game is not decided here');
      });

      t.test('the first message to a player may be of any length', async (t) => {
        const text = 'x'.repeat(3_000_000);
        await using sitting = await seatOne(level, 'sleep 0.2; echo on; head -c 3000009 | tail -c 9');
        const { seat } = sitting.player;
        seat.send(text);
        for (const part of ['and ', 'more\n']) seat.send(part);
        await sitting.player.says('on\nand more\n');
        t.same(sitting.player.offences, []);
      });

      t.test('a message is not held against a player before it could be read', async (t) => {
        await using sitting = await seatOne(level, 'echo on; read x; head -c 3000000 | wc -c; cat');
        const { seat } = sitting.player;
        seat.send('\n');
        await sitting.player.says('on\n');
        seat.send('x'.repeat(3_000_000));
        await sitting.player.says('on\n3000000\n');
        seat.send('again\n');
        await sitting.player.says('on\n3000000\nagain\n');
        t.same(sitting.player.offences, []);
      });

      t.test('what waits is written once the player reads', async (t) => {
        await using sitting = await seatOne(level, 'echo on; read x; sleep 0.05; head -c 900000 | wc -c');
        await sitting.player.says('on\n');
        sitting.player.seat.send(`\n${'x'.repeat(900_000)}`);
        await sitting.player.says('900000\n');
        t.same(sitting.player.offences, []);
      });

      t.test('short messages that wait are all written, in their order', async (t) => {
        const messages = Array.from({ length: 100_000 }, (_, index) => `${index}.`);
        const text = messages.join('');
        const command = `echo on; read x; sleep 0.05; head -c ${text.length} | cksum`;
        await using sitting = await seatOne(level, command);
        await sitting.player.says('on\n');
        sitting.player.seat.send('\n');
        for (const message of messages) sitting.player.seat.send(message);
        const [sum] = execFileSync('cksum', { input: text, encoding: 'utf8' }).split(' ');
        await sitting.player.says(`${text.length}\n`);
        t.equal(sitting.player.text, `on\n${sum} ${text.length}\n`);
      });

      t.test('a player that closed its input gets no more messages, and that is all', async (t) => {
        await using sitting = await seatOne(level, 'exec <&-; echo on; sleep 1000');
        await sitting.player.says('on\n');
        for (let round = 0; round < 20; round++) {
          sitting.player.seat.send('x'.repeat(100_000));
          await new Promise(setImmediate);
        }
        t.same(sitting.player.offences, []);
        t.same(sitting.player.departures, []);
        t.match(await sitting.player.ending(), { survivors: 0 });
      });

      t.test('messages to a player that has ended are dropped', async (t) => {
        await using sitting = await seatOne(level, 'exit 0');
        await sitting.player.gone();
        for (let round = 0; round < 20; round++) sitting.player.seat.send('x'.repeat(100_000));
        await sitting.player.ending();
        sitting.player.seat.send('x');
        t.same(sitting.player.offences, []);
      });

      t.test('of standard error the end is kept, however much there was', async (t) => {
        const flood = `head -c 20000000 /dev/zero | tr '\\0' 'x' >&2; echo the end >&2; echo on; read x`;
        await using sitting = await seatOne(level, flood);
        await sitting.player.says('on\n');
        const { stderr } = await sitting.player.ending();
        t.equal(stderr.length, 65_536);
        t.match(stderr, /^x+the end\n$/);
      });

      for (const stderrCap of [0, 1, 1000])
        t.test(`of standard error ${stderrCap} bytes are kept where that is wished`, async (t) => {
          const command = `head -c 200000 /dev/zero | tr '\\0' 'x' >&2; printf y >&2; echo on; read x`;
          await using sitting = await seatOne(level, command, { stderrCap });
          await sitting.player.says('on\n');
          const { stderr } = await sitting.player.ending();
          t.equal(stderr, 'y'.padStart(stderrCap, 'x').slice(0, stderrCap));
        });

      t.test('what is said on standard error while ending is kept too', async (t) => {
        const command =
          'trap "head -c 50000 /dev/zero >&2; echo done >&2; exit" TERM; echo on; while :; do sleep 0.01; done';
        await using sitting = await seatOne(level, command);
        await sitting.player.says('on\n');
        const { stderr } = await sitting.player.ending();
        t.equal(stderr.replaceAll(/[^\0]/g, '').length, 50_000);
        t.match(stderr, /done\n$/);
      });

      t.test('standard error goes to a file for each player', async (t) => {
        const folder = join(t.testdir({}), 'new');
        const hosting = hostingFor(level, { stderr: { folder } });
        await using sitting = await sit(
          hosting,
          'echo one >&2; echo on; read x',
          'echo two >&2; echo on; read x',
        );
        for (const player of sitting.players) {
          await player.says('on\n');
          await player.ending();
        }
        const file = (seat: number) =>
          readFileSync(join(folder, `${hosting.game}-${seat}-player_${seat}.txt`), 'utf8');
        t.same([file(1), file(2)], ['one\n', 'two\n']);
      });

      t.test('where the file cannot be made, the player plays on', async (t) => {
        const stderr = { folder: '/dev/null/no/folder' };
        await using sitting = await seatOne(level, 'echo lost >&2; echo on; read x', {
          stderr,
          graceNs: millis(500),
        });
        await sitting.player.says('on\n');
        t.equal((await sitting.player.ending()).stderr, 'lost\n');
      });
    });
}
