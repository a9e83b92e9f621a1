import type { ByteRange, Scanned, Scanner } from 'wordhost/games';

/** `ready`, and then a number a line. */
export function guessScanner(): Scanner<number> {
  let held = '';
  let from = 0;
  let isReady = false;
  let isWrong = false;
  return {
    feed(read) {
      held += Buffer.from(read).toString('latin1');
    },
    take() {
      const end = held.indexOf('\n');
      if (end === -1 || isWrong) return undefined;
      const line = held.slice(0, end);
      const bytes: ByteRange = [from, from + end + 1];
      held = held.slice(end + 1);
      from = bytes[1];
      const wanted = isReady ? /^\d{1,7}$/ : /^ready$/;
      if (!wanted.test(line)) {
        isWrong = true;
        return wrong(line, isReady ? 'a number' : 'ready', bytes);
      }
      if (isReady) return { kind: 'message', message: Number(line), bytes };
      isReady = true;
      return { kind: 'ready', dialect: undefined, bytes };
    },
    unfinished: () => (held === '' ? undefined : `wrote ${JSON.stringify(held)} without a line end`),
  };
}

function wrong(line: string, expected: string, bytes: ByteRange): Scanned<number> {
  const detail = `expected ${expected}; got ${JSON.stringify(line.slice(0, 40))}`;
  return {
    kind: 'fault',
    offence: { kind: 'protocol', rule: 'line', detail, at: bytes[0], unit: 'byte' },
    bytes,
  };
}
