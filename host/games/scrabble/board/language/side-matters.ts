import { type Token, tokensOf } from './tokens.ts';
import { signs } from './tree.ts';

type Sign = keyof typeof signs;

/**
 * Where a program means something else to a reader whose operators associate to the right, in its own words: `- 3 - 2`.
 * The program is right.
 */
export function sideMatters(program: string): readonly string[] {
  const found: string[] = [];
  const tokens = tokensOf(program);
  /** For each open bracket: the last sign of each strength in the operand that is read. */
  let open: Map<number, Token>[] = [new Map()];
  for (const [index, token] of tokens.entries()) {
    const { text } = token;
    if (text === '(') open.push(new Map());
    else if (text === ')') open.pop();
    else if (endsExpression.has(text)) open = [new Map()];
    else if (isBinary(tokens, index)) {
      const chain = open.at(-1)!;
      const { binds } = signs[text as Sign];
      for (const tighter of [...chain.keys()]) if (tighter > binds) chain.delete(tighter);
      const before = chain.get(binds);
      if (before && differs(before.text as Sign, text as Sign))
        found.push(program.slice(before.at, tokens[index + 2]?.at).trim());
      chain.set(binds, token);
    }
  }
  return found;
}

const endsExpression = new Set([';', '{', '}', 'then', 'do', ':=']);

/** A `-` after nothing that has a value belongs to one value. */
function isBinary(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]!;
  const hasValue = before?.text === ')' || /^(number|name|character)$/.test(before?.kind) || isWord(before);
  return Object.hasOwn(signs, tokens[index]!.text) && hasValue;
}

const isWord = (token: Token) => /^(wordLength|true|false)$/.test(token?.text);

/** Sums and products of whole numbers that wrap, and truths, are the same from either side. */
function differs(before: Sign, sign: Sign): boolean {
  if (signs[sign].gives !== 'number') return false;
  if (before === '-') return true;
  return before === '/' || before === '%' || (before === '*' && sign !== '*');
}
