import type { Scanned, Scanner } from '../../host/games/game.ts';

/** All that a scanner finds, up to the first fault: after it nobody reads on. */
export function scanAll<Message>(
  scanner: Scanner<Message>,
  pieces: readonly (Uint8Array | string)[],
): Scanned<Message>[] {
  const found: Scanned<Message>[] = [];
  for (const piece of pieces)
    for (const each of takeAll(scanner, Buffer.from(piece as string))) {
      found.push(each);
      if (each.kind === 'fault') return found;
    }
  return found;
}

/** What one read brings. */
export function takeAll<Message>(scanner: Scanner<Message>, bytes: Uint8Array): Scanned<Message>[] {
  const found: Scanned<Message>[] = [];
  scanner.feed(bytes);
  for (let each = scanner.take(); each; each = scanner.take()) found.push(each);
  return found;
}

/** What came of it, in a word for each. */
export function scannedInShort<Message>(
  found: readonly Scanned<Message>[],
  moveText: (message: Message) => string,
): string[] {
  return found.map((each) => {
    if (each.kind === 'ready') return 'ready';
    if (each.kind === 'message') return moveText(each.message);
    const { kind, rule, unit, at } = each.offence;
    return `${kind}/${rule} at ${unit} ${at}`;
  });
}
