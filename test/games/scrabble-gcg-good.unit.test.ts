import t from 'tap';
import { recordedFromGcg } from './gcg-again.ts';
import { bytesOf, givenFor, good } from './gcg-files.ts';

const STOPS = '^the file stops after line \\d+, and the game is not over';

for (const file of good)
  t.test(`A file that is right: ${file.what}`, async (t) => {
    const { names = ['Ada Lovelace', 'Ben'], reason = 'interrupted', notes = [STOPS] } = file;
    const imported = await recordedFromGcg(bytesOf(file), givenFor(file));
    const { record, verification } = imported;
    t.match(verification, { ok: true, complete: true });
    const end = record.events.at(-1) as unknown as End;
    t.match(end.result, {
      reason,
      players: names.map((name, index) => ({ name, score: file.scores[index] })),
    });
    t.equal(movesOf(record.events), file.moves);
    const expected = file.reason !== undefined && !file.notes ? [] : notes;
    t.equal(imported.notes.length, expected.length, imported.notes.join('\n'));
    for (const [index, note] of expected.entries()) t.match(imported.notes[index], new RegExp(note));
  });

interface End {
  readonly result: object;
}

interface Told {
  readonly type: string;
  readonly seat?: number;
  readonly words?: readonly string[];
  readonly errors?: readonly string[];
  readonly ids?: readonly number[];
}

function movesOf(events: readonly object[]): string {
  const moves = (events as readonly Told[]).flatMap(({ type, seat, words: formed, errors, ids }) => {
    if (type === 'play') return `${seat} ${formed?.[0] ?? errors?.join(' ')}`;
    if (type === 'change') return `${seat} changes ${ids?.length}`;
    return type === 'pass' ? `${seat} passes` : [];
  });
  return moves.join(' ');
}
