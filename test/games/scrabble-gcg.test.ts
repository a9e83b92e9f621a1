import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import { parseRecord } from '../../host/events/read-record.ts';
import { type DrawnTile, fillUnseen } from '../../host/games/scrabble/gcg/hands.ts';
import { nicknames } from '../../host/games/scrabble/gcg/write-gcg.ts';
import type { Options } from '../../host/games/scrabble/options.ts';
import { scrabble } from '../../host/games/scrabble/scrabble.ts';
import { readTiles } from '../../host/games/scrabble/tiles/tile-file.ts';
import type { Lexicon } from '../../host/lexicon/lexicon.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { lists, oldRecords } from '../old-records/old-records.ts';
import { expectOk } from '../support/expect-ok.ts';
import fc, { runs } from '../support/laws.ts';
import { readGcg, recordedFromGcg, unlistedWords, withoutRemarks, writtenGcg } from './gcg-again.ts';
import { bad, bytesOf, givenFor, good, others } from './gcg-files.ts';
import type { RefereeTable } from './referee-table.ts';
import { dealtScrabble, word } from './scrabble-table.ts';

t.test('scrabble gcg again', async (t) => {
  const cache = [{ path: t.testdir(), exposed: false }];
  const lexica = ['english', ...lists].map((name): Lexicon => {
    return expectOk(loadLexicon(name, cache)).lexicon;
  });

  t.test('A game that was written as GCG is read back equal, and its record is right', async (t) => {
    let count = 0;
    for (const { name, text } of oldRecords.filter(({ name }) => name.includes('scrabble'))) {
      const record = expectOk(parseRecord(text, name, { scrabble }));
      const gcg = writtenGcg(record);
      if (gcg === undefined) continue;
      // The moves that lead to a position have the points of its scores.
      if (record.header.options.position) continue;
      const { dictionary } = record.header;
      const lexicon = lexica.find(({ sha256 }) => 'sha256' in dictionary && sha256 === dictionary.sha256);
      const plan = expectOk(planFromRecord(record, lexicon));
      const { board, tiles } = plan.plan.setup.options as Options;
      // The file says the rules, the hand size and what is built in.
      const options = {
        ...(/^#board-layout (own|random)$/m.test(gcg) && { board }),
        ...(/^#tile-distribution own$/m.test(gcg) && { tiles }),
      };
      const again = await recordedFromGcg(gcg, { options, lexicon });
      t.match(again.verification, { ok: true, complete: true }, name);
      t.equal(withoutRemarks(writtenGcg(again.record)!), withoutRemarks(gcg), name);
      count++;
    }
    t.ok(count > 15, `${count} records`);
  });
});

t.test('scrabble gcg bad', async (t) => {
  for (const file of bad)
    t.test(`A file that is wrong: ${file.what}`, async (t) => {
      const reading = readGcg(bytesOf(file), givenFor(file));
      if (reading.ok) throw new Error('it was read');
      const { line, column, problem } = reading;
      t.equal(column === undefined ? `${line}` : `${line}:${column}`, String(file.at));
      t.match(problem, new RegExp(file.says));
    });
});

t.test('scrabble gcg good', async (t) => {
  const STOPS = '^the file stops after line \\d+ before the end of the game';

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

  t.test('A file that contradicts itself is refused where that is asked for, and no other', async (t) => {
    for (const file of good) {
      const reading = readGcg(bytesOf(file), { ...givenFor(file), strict: true });
      t.equal(reading.ok ? undefined : `${reading.line}:${reading.column}`, file.strict, file.what);
    }
  });

  t.test('Words that are not in the list are those of plays that stand', (t) => {
    const gcg = `>Ada: ACT 8H TAC +10 10
>Ada: ACT -- -10 0
>Ben: - +0 0
>Ada: ACT 8H CTA +10 10`;
    const file = { what: 'words', gcg };
    t.same(unlistedWords(bytesOf(file), givenFor(file)), ['CTA']);
    t.end();
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
});

t.test('Files of other programs are read or refused as one here, for one reason each', async (t) => {
  const kinds = [...good, ...bad].map(({ what }) => what);
  t.strictSame(kinds.toSorted(), [...new Set(kinds)].toSorted());
  for (const [kind, names] of Object.entries(others)) t.ok(kinds.includes(kind), `${kind}: ${names[0]}`);
  const names = Object.values(others).flat();
  t.strictSame(names.toSorted(), [...new Set(names)].toSorted());
});

t.test('scrabble gcg laws', async (t) => {
  const files = good.map((file) => ({ bytes: bytesOf(file), given: givenFor(file) }));

  /** A game of many turns: all words are valid. */
  const long = (() => {
    const { name, text } = oldRecords.find(({ name }) => name.endsWith('scrabble-tournament'))!;
    const record = expectOk(parseRecord(text, name, { scrabble }));
    const bytes = new TextEncoder().encode(writtenGcg(record)!);
    return { bytes, given: { lexicon: undefined } };
  })();

  const signs = [...'\n\r\0#>:-.+?()0123456789ABCZaz é\u00ff'].map((sign) => sign.charCodeAt(0));

  t.test('a file that is cut off or changed anywhere is read, or refused with its line', async (t) => {
    const changes = fc.array(fc.record({ at: fc.nat(), sign: fc.constantFrom(...signs), put: fc.nat(2) }), {
      maxLength: 4,
    });
    const law = fc.property(
      fc.constantFrom(...files, long, long, long),
      fc.option(fc.nat()),
      changes,
      ({ bytes, given }, cut, changed) => {
        let text = [...bytes].slice(0, cut === null ? undefined : cut % bytes.length);
        for (const { at, sign, put } of changed) text.splice(at % (text.length + 1), put, sign);
        text = text.slice(0, 20_000);
        const reading = readGcg(Uint8Array.from(text), given);
        if (reading.ok) return;
        const lines = text.filter((sign) => sign === 10 || sign === 13).length + 1;
        if (!(reading.line >= 1 && reading.line <= lines))
          throw new Error(`line ${reading.line} of ${lines}`);
        if (!/^\S.*[^.\s]$/s.test(reading.problem)) throw new Error(reading.problem);
      },
    );
    t.doesNotThrow(() => fc.assert(law, runs(300)));
  });
});

t.test('tiles that a file does not show', async (t) => {
  interface Step {
    readonly draws: boolean;
    readonly tile: string | undefined;
    readonly which: number;
  }

  const step = fc.record({
    draws: fc.boolean(),
    tile: fc.constantFrom('A', 'B', undefined, undefined),
    which: fc.nat(9),
  });

  /** A draw, or the return of one that is out; at the end some stay out. */
  function drawnIn(steps: readonly Step[]): DrawnTile[] {
    const drawn: DrawnTile[] = [];
    for (const [moment, { draws, tile, which }] of steps.entries()) {
      const out = drawn.filter(({ returnedAt }) => returnedAt === steps.length);
      if (draws || out.length === 0) drawn.push({ tile, drawnAt: moment, returnedAt: steps.length });
      else out[which % out.length]!.returnedAt = moment;
    }
    return drawn;
  }

  /** No letter is out more often at once than there are tiles of it. */
  const isPossible = (drawn: readonly DrawnTile[], counts: ReadonlyMap<string, number>, moments: number) =>
    Array.from({ length: moments }, (_, moment) =>
      [...counts].every(([tile, count]) => {
        const isOut = (each: DrawnTile) => each.drawnAt <= moment && moment < each.returnedAt;
        return drawn.filter((each) => each.tile === tile && isOut(each)).length <= count;
      }),
    ).every(Boolean);

  /** Every way to say what they were, one after the other. */
  function isFillable(
    drawn: readonly DrawnTile[],
    counts: ReadonlyMap<string, number>,
    moments: number,
  ): boolean {
    const index = drawn.findIndex(({ tile }) => tile === undefined);
    if (index === -1) return isPossible(drawn, counts, moments);
    return [...counts.keys()].some((tile) =>
      isFillable(drawn.with(index, { ...drawn[index]!, tile }), counts, moments),
    );
  }

  t.test('They get letters of the bag; always where none of them goes back', async (t) => {
    const counts = fc.tuple(fc.nat(2), fc.nat(2)).map(
      ([a, b]) =>
        new Map([
          ['A', a],
          ['B', b],
        ]),
    );
    const law = fc.property(fc.array(step, { maxLength: 9 }), counts, (steps, counts) => {
      const drawn = drawnIn(steps);
      const can = isFillable(drawn, counts, steps.length);
      const goBack = drawn.some(({ tile, returnedAt }) => tile === undefined && returnedAt < steps.length);
      const isFilled = fillUnseen(drawn, counts, steps.length);
      if (isFilled && !isPossible(drawn, counts, steps.length)) throw new Error(JSON.stringify(drawn));
      if (!isFilled && can && !goBack) throw new Error('there is a way');
    });
    t.doesNotThrow(() => fc.assert(law, runs(2000)));
  });

  t.test('A tile that goes back unseen may be one that is shown later', async (t) => {
    const counts = new Map([
      ['A', 1],
      ['B', 1],
    ]);
    const drawn: DrawnTile[] = [
      { tile: undefined, drawnAt: 0, returnedAt: 2 },
      { tile: 'A', drawnAt: 1, returnedAt: 4 },
      { tile: 'B', drawnAt: 3, returnedAt: 4 },
    ];
    t.ok(fillUnseen(drawn, counts, 4));
    t.equal(drawn[0]!.tile, 'B');
  });
});

t.test('scrabble gcg', async (t) => {
  const header = {
    type: 'game',
    id: 'abc',
    options: { rules: 'tournament', board: null, tiles: null, handsize: '3' },
    dictionary: { name: '/lists/small.words.txt' },
    players: [{ name: 'Ada Lovelace' }, { name: 'Ben' }],
  };

  function written(events: RefereeTable['events'], begins: object = {}, exact = false) {
    return scrabble.forms!.gcg!.write([{ ...header, ...begins }, ...events] as never, { exact });
  }

  /** Its moves, without what stands before them. */
  function movesOf(table: RefereeTable, begins: object = {}): string[] {
    const writing = expectOk(written(table.events, begins, true));
    const lines = writing.text.trimEnd().split('\n');
    return lines.slice(lines.findIndex((line) => line.startsWith('#lexicon')) + 1);
  }

  t.test('A game is written as others read it', (t) => {
    const table = dealtScrabble({
      hands: ['ACT', 'DOG'],
      draws: 'EE',
      words: ['CAT', 'DOGE', 'ED', 'EE', 'CATE'],
    });
    table.says(1, word('CAT', 0, 0));
    table.says(2, 'pass');
    const text = written(table.events);
    t.same(text.ok && text.text.split('\n').slice(0, 9), [
      '#character-encoding UTF-8',
      '#player1 Ada_Lovelace Ada Lovelace',
      '#player2 Ben Ben',
      '#description wordhost --handsize 3',
      '#id wordhost abc',
      '#incomplete',
      '>Ada_Lovelace: ACT 8H CAT +60 60',
      '>Ben: DGO - +0 0',
      '#note the word list: small.words',
    ]);
    t.end();
  });

  t.test('What is laid through tiles, down, alone, and with a blank', (t) => {
    const table = dealtScrabble({
      hands: ['ACT', 'D?G'],
      draws: 'ESZ',
      words: ['CAT', 'DOG', 'CATS', 'AD', 'GO', 'DAG', 'TE'],
    });
    table.says(1, word('CAT', 0, 0));
    table.says(2, word('D.G', 1, -1, 'down'));
    t.same(
      movesOf(table).map((line) => line.replace(/ \+.*/, '')),
      ['#incomplete', '>Ada_Lovelace: ACT 8H CAT', '>Ben: ?DG I7 D.G'],
    );
    t.end();
  });

  t.test('A tile that makes a word each way is written along the one that was scored first', (t) => {
    const table = dealtScrabble({ hands: ['ACT', 'DOS'], draws: 'EEE', words: ['CAT', 'CATS', 'DOS', 'SO'] });
    table.says(1, word('CAT', 0, 0));
    table.says(2, word('S', 3, 0));
    t.match(movesOf(table).at(-1), /^>Ben: DOS 8H \.\.\.S /);
    t.end();
  });

  t.test('A change, a turn that ran out, and what is held at the end', (t) => {
    const table = dealtScrabble({
      hands: ['ACT', 'DOG'],
      draws: 'EEE',
      words: ['CAT'],
      options: { timeout: seconds(5) },
    });
    table.says(1, 'change 1 3');
    table.wait(seconds(6));
    const [, change, ranOut, why] = movesOf(table);
    t.equal(change, '>Ada_Lovelace: ACT -AC +0 0');
    t.equal(ranOut, '>Ben: DGO - +0 0');
    t.equal(why, '#note Ben passes: its time ran out');
    t.end();
  });

  t.test('A player that goes out gains twice what the other holds, and a note says how', (t) => {
    const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
    table.says(1, word('CAT', 0, 0));
    const text = written(table.events);
    t.same(text.ok && text.text.trimEnd().split('\n').slice(5), [
      '>Ada_Lovelace: ACT 8H CAT +60 60',
      '>Ada_Lovelace: (DGO) +10 70',
      // Quackle keeps one note of a move.
      '#note this host counts: Ada_Lovelace +5, 65 in total; Ben -5, -5 in total; the word list: small.words',
    ]);
    t.end();
  });

  t.test('A list that others have is named, as they name it; others are refused by them', (t) => {
    const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
    table.says(1, word('CAT', 0, 0));
    const lexiconIn = (name: string, exact = false) => {
      const text = written(table.events, { dictionary: { name } }, exact);
      return text.ok ? /^#lexicon (.*)$/m.exec(text.text)?.[1] : undefined;
    };
    for (const name of ['CSW21', 'NWL23', 'TWL06', 'FRA24', 'OSPS50', 'America', 'CEL'])
      t.equal(lexiconIn(`/lists/${name}.txt`), name);
    for (const name of ['english', 'odd', '/lists/my words.txt', 'CSW21-mine.txt', 'twelve'])
      t.equal(lexiconIn(name), undefined, name);
    t.equal(lexiconIn('/lists/english.txt', true), 'english', 'exactly');
    t.end();
  });

  t.test('Player 1 is who moved first, in whatever seat', (t) => {
    const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
    table.says(1, word('CAT', 0, 0));
    const swapped = table.events.map((event) =>
      'seat' in event && typeof event.seat === 'number' ? { ...event, seat: 3 - event.seat } : event,
    );
    const text = written(swapped as never);
    t.same(text.ok && text.text.split('\n').slice(1, 6), [
      '#player1 Ben Ben',
      '#player2 Ada_Lovelace Ada Lovelace',
      '#description wordhost --handsize 3',
      '#id wordhost abc',
      '>Ben: ACT 8H CAT +60 60',
    ]);
    t.end();
  });

  t.test('With --exact the other loses what the player gains that goes out', (t) => {
    const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
    table.says(1, word('CAT', 0, 0));
    const moves = movesOf(table);
    t.equal(moves.length, 3);
    const [, gains, loses] = moves;
    t.equal(gains, '>Ada_Lovelace: (DGO) +5 65');
    t.equal(loses, '>Ben: DGO (DGO) -5 -5');
    t.end();
  });

  t.test('What is held may be worth less than nothing: who goes out is who holds nothing', async (t) => {
    const text = [
      '#player1 Ada Ada',
      '#player2 Ben Ben',
      '>Ada: ACT 8H CAT +74 74',
      '>Ada: (DGO) -9 65',
      '>Ben: DGO (DGO) +9 9',
      '',
    ].join('\n');
    const kinds = Object.entries({ A: 4, C: 4, T: 4, D: -3, G: -3, O: -3 });
    const file = { tiles: kinds.map(([letter, value]) => ({ count: 1, letters: { [letter]: [value] } })) };
    const tiles = expectOk(readTiles(JSON.stringify(file)));
    const options = { tiles: tiles.value, handsize: 3 };
    const { record } = await recordedFromGcg(text, { options, lexicon: undefined });
    t.same(writtenGcg(record, true)!.split('\n').slice(-4), text.split('\n').slice(2));
    t.end();
  });

  t.test('A play with a word that is not in the list is taken up again', (t) => {
    const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
    table.says(1, word('TAC', 0, 0));
    t.same(movesOf(table), [
      '#incomplete',
      '>Ada_Lovelace: ACT 8H TAC +60 60',
      '>Ada_Lovelace: ACT -- -60 0',
    ]);
    t.same(
      movesOf(table, { options: { ...header.options, board: 'random' } }).slice(1),
      [
        '>Ada_Lovelace: ACT - +0 0',
        '#note Ada_Lovelace passes: its play was refused: wordnotindictionary TAC',
      ],
      'on a board that is drawn by chance nobody knows what it would have brought',
    );
    t.end();
  });

  t.test('A refused move after which the turn goes on is a note on the move of that turn', (t) => {
    const options = { illegal: 'retry=2' } as const;
    const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'], options });
    table.says(1, word('TAC', 0, 0));
    table.says(1, 'change');
    table.says(1, 'pass');
    t.strictSame(movesOf(table).slice(1), [
      '>Ada_Lovelace: ACT - +0 0',
      '#note Ada_Lovelace tried before: wordnotindictionary TAC; emptymove',
    ]);
    t.end();
  });

  t.test('A play with another fault, and a change that may not be', (t) => {
    const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
    table.says(1, word('CAT', 5, 5));
    table.says(2, 'change 4 7 15');
    t.same(movesOf(table).slice(1), [
      '>Ada_Lovelace: ACT - +0 0',
      '#note Ada_Lovelace passes: its play was refused: firstwordnotovercenter 0 0',
      '>Ben: DGO - +0 0',
      '#note Ben passes: its change was refused: notenoughpieces 3 0',
    ]);
    const other = dealtScrabble({ hands: ['ACTE', 'DOGS'] });
    other.says(1, word('CAT', 0, 0));
    other.says(2, word('AT', 1, 1, 'down'));
    t.match(movesOf(other).slice(2), [
      '>Ben: DGOS - +0 0',
      /^#note Ben passes: its play was refused: playerdoesnothavepiece /,
    ]);
    t.end();
  });

  t.test('Overtime has a line of its own', (t) => {
    const options = {
      timeout: seconds(300),
      'time-bank': seconds(60),
      overtime: 'points',
      'overtime-points': 10,
    } as const;
    const table = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'], options });
    table.wait(seconds(61));
    table.says(1, word('CAT', 0, 0));
    t.same(movesOf(table).slice(1), [
      '>Ada_Lovelace: (DGO) +5 65',
      '>Ben: DGO (DGO) -5 -5',
      '>Ada_Lovelace:  (time) -10 55',
    ]);
    const usual = written(table.events);
    t.same(usual.ok && usual.text.split('\n').slice(-4), [
      '>Ada_Lovelace: (DGO) +10 70',
      '>Ada_Lovelace:  (time) -10 60',
      '#note this host counts: Ada_Lovelace +5, 55 in total; Ben -5, -5 in total; the word list: small.words',
      '',
    ]);
    t.end();
  });

  t.test('A player that forfeits, leaves or is out has a note', (t) => {
    const request = { hands: ['ACT', 'DOG'], words: ['CAT'] };
    const [forfeited, left] = [dealtScrabble(request), dealtScrabble(request)];
    forfeited.says(1, 'forfeit');
    t.equal(movesOf(forfeited).includes('#note Ada_Lovelace forfeits'), true);
    left.leaves(1, 'crashed');
    const gone = written([...left.events, { type: 'gone', seat: 1, cause: 'crashed' } as never], {}, true);
    t.match(gone.ok && gone.text, /^#note Ada_Lovelace is gone: crashed$/m);
    const caught = { type: 'caught', seat: 2, offence: { kind: 'flood', rule: 'output' } };
    const out = written([...left.events, caught as never], {}, true);
    t.match(out.ok && out.text, /^#note Ben is out: flood output$/m);
    t.end();
  });

  t.test('A game that GCG has no form for says why', (t) => {
    const { events } = dealtScrabble({ hands: ['ACT', 'DOG'], words: ['CAT'] });
    const problem = (writing: ReturnType<typeof written>) => (writing.ok ? undefined : writing.problem);
    t.match(
      problem(written(events, { players: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })),
      /two players; this game has 3/,
    );
    t.match(
      problem(written(events.map((event) => (event.type === 'board' ? { ...event, layout: null } : event)))),
      /up to 26 columns/,
    );
    const tiles = JSON.stringify({
      tiles: [
        { count: 9, letters: { A: [5] } },
        { count: 9, letters: { A: [-3] } },
      ],
    });
    t.match(problem(written(events, { options: { ...header.options, tiles } })), /two kinds for A$/);
    t.equal(problem(written([])), 'this game ended before the first turn');
    t.end();
  });

  t.test('Names without spaces, and no two alike', (t) => {
    t.same(nicknames(['Ada Lovelace', 'Ada  Lovelace']), ['Ada_Lovelace', 'Ada_Lovelace_2']);
    t.same(nicknames(['', '🎲']), ['player_1', 'player_2']);
    t.same(nicknames(['Zoë', '"./bot.py" -x']), ['Zoë', 'bot_py_x']);
    t.end();
  });
});
