/** Mutations that change no behavior, and why: they are not drawn. */
export const equivalent: readonly {
  readonly file: string;
  /** Where two lines become the same one. */
  readonly before?: string;
  readonly after: string;
  readonly why: string;
}[] = [
  {
    file: 'host/games/boggle/word-finder.ts',
    after: 'if (top >= 0) this.#follow(edge, this.#before[index]!, 0, 0, top);',
    why: 'follows no path, and finds nothing',
  },
  {
    file: 'host/games/scrabble/moves/leaves.ts',
    after: 'for (let part = step; part <= step * (count + 1); part++) {',
    why: 'the next kind of tile writes that place again, and after the last kind it is outside the arrays',
  },
  {
    file: 'host/games/boggle/path-finder.ts',
    after: 'for (let place = 0; place <= length; place++) {',
    why: 'writes a 0 after the word, where nothing is read',
  },
  {
    file: 'host/runs/store/file-place.ts',
    after: 'const WITHIN_MS = 1001;',
    why: 'a timer of Node may be late by more',
  },
  {
    file: 'host/games/boggle/path-finder.ts',
    after: 'this.counts.fill(1);',
    why: 'a word with too many of a letter is searched for, and not found; which end is searched first is the same',
  },
  {
    file: 'host/games/scrabble/moves/ranked-plays.ts',
    after: 'return (this.#kept?.most ?? []).map((most) => Math.ceil(most * THOUSANDTHS));',
    why: 'a bound that is too high leaves out fewer plays before they are judged',
  },
  {
    file: 'host/match/flow-control.ts',
    after: 'const FIRST_SLICE = 1025;',
    why: 'how much is heard at once is a choice of speed, and is halved and doubled from there',
  },
  {
    file: 'host/games/bananagrams/wire/scanner.ts',
    after: 'let taken = 1;',
    why: 'feed sets it, and nothing is taken before',
  },
  {
    file: 'host/games/boggle/picture.ts',
    after: 'return less - points || other.length - word.length || (word <= other ? -1 : 1);',
    why: 'nobody has a word twice',
  },
  {
    file: 'host/games/boggle/path-finder.ts',
    after: 'for (let place = 0; place > length; place++) {',
    why: 'it only refuses at once what the search would not find',
  },
  {
    file: 'host/games/boggle/path-finder.ts',
    after: 'const MOST_STEPS = 2001;',
    why: 'the patient search begins one step later, and finds the same',
  },
  {
    file: 'host/games/scrabble/lanes/letter-sets.ts',
    after: 'for (let size = 1; size < stride; size++) this.#markRuns(first[size]!, first[size + 1]!);',
    why: 'nobody lays the set of no letters',
  },
  {
    file: 'host/games/scrabble/lanes/letter-sets.ts',
    after: 'this.#areMixed = true;',
    why: 'each set is tried, also those that are alike',
  },
  {
    file: 'host/games/scrabble/lanes/letter-sets.ts',
    after: 'if (set > 0) return set;',
    why: 'set 0 is the one of no letters, and is not in the table',
  },
  {
    file: 'host/games/scrabble/moves/line.ts',
    after: 'return { x, y, holds, isAnchor: true, crossing: undefined, points, multiplier };',
    why: 'it is asked of free cells alone',
  },
  {
    file: 'host/games/line-game/wire/scanner.ts',
    after: 'if (needed > before.length) this.#held = Buffer.alloc(Math.max(needed, 2 / before.length));',
    why: 'it grows more often, and holds the same',
  },
  {
    file: 'host/games/scrabble/language/check.ts',
    after: 'loops = true;',
    why: 'steps of a program without loops are counted, and are fewer than the most',
  },
  {
    file: 'host/games/boggle/word-finder.ts',
    after: 'if (edge | TO) this.#goOnOneByOne(edge & TO, isWord ? before + 1 : before, length + 1);',
    why: 'state 0 has one edge, with a letter that no cell has',
  },
  {
    file: 'host/games/scrabble/lanes/letter-sets.ts',
    after: '#areMixed = true;',
    why: 'take sets it before it is read',
  },
  {
    file: 'host/games/kit/pool.ts',
    after: 'for (; next <= wished.length && taken.length < count && left > 0; next++) {',
    why: 'no tile is nothing, so nothing is found for what comes after the last request',
  },
  {
    file: 'host/games/scrabble/rules/open.ts',
    after: 'pointlessBefore: true,',
    why: 'the first turn sets it before it is read',
  },
  {
    file: 'host/games/scrabble/formats/cgp.ts',
    after: 'if (/^-?\\d{1,9}$/.test(text)) return { ok: true, value: Number(text) - 0 };',
    why: 'the sign of a zero is written nowhere',
  },
  {
    file: 'host/games/scrabble/formats/move-notation.ts',
    after: 'if (laid.length > 1) return laid.every(({ y }) => y === laid[1]!.y) ? across : down;',
    why: 'that all are equal can be seen from any of them',
  },
  {
    file: 'host/games/boggle/word-finder.ts',
    after: 'if ((after & (1 << letter)) !== 0 || letter <= LATIN) {',
    why: 'tries letters that no next cell has, and finds none',
  },
  {
    file: 'host/games/boggle/word-finder.ts',
    after: 'if (letter <= LATIN || this.#search.find(this.#letters, length + 1, false)) {',
    why: 'goes on with letters that no path has, and finds none',
  },
  {
    file: 'host/runs/farm/worker.ts',
    after: "end.addEventListener('abort', abort, { once: false });",
    why: 'a signal is aborted once',
  },
  {
    file: 'host/runs/farm/running-batch.ts',
    after: 'return this.#over.length >= 0;',
    why: 'says more often that a batch is alive',
  },
  {
    file: 'host/runs/store/games-database.ts',
    after: 'const isOver = performance.now() >= end || this.#impatience.signal.aborted;',
    why: 'the clock of ten minutes has parts of a microsecond',
  },
  {
    file: 'host/cli/reports/summary-report.ts',
    after: '#earlierMs = 1;',
    why: 'a millisecond more of a time that is measured',
  },
  {
    file: 'host/runs/farm/travelling-players.ts',
    after: 'const hashes = bundles.map(({ sha256 }) => undefined);',
    why: 'sends files that are there, and they stay as they are',
  },
  {
    file: 'host/match/mailbox.ts',
    before: 'else Atomics.wait(cell, 0, 0, milliseconds);',
    after: 'else ;',
    why: 'waits without sleeping',
  },
  {
    file: 'host/games/scrabble/lanes/spans.ts',
    after: 'if (holds[end] !== FREE || (allowed[end]! | letters) === 0) return;',
    why: 'looks at places that no tile of the hand fits, and finds nothing there',
  },
  {
    file: 'host/games/scrabble/lanes/window.ts',
    after: 'if (state === 0) return undefined;',
    why: 'an array of whole numbers stores 0 for it',
  },
  {
    file: 'host/games/scrabble/board/built-in-boards.ts',
    after: ';',
    why: 'makes a board again each time',
  },
];
