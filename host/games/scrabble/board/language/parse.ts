import { ExpressionParser, heightOver, isSign } from './parse-expression.ts';
import type { Token } from './tokens.ts';
import type { Block, Expression, Statement } from './tree.ts';

const STATEMENT = 'a statement (an assignment, declare, if, while or skip)';

/** A program's tokens to its tree; throws NoProgram. Types and names are looked at by `check`. */
export function parse(tokens: readonly Token[]): Block {
  const parser = new ExpressionParser(tokens);
  const block = blockOf(parser, () => parser.next.kind === 'end');
  if (parser.next.kind !== 'end') parser.refuse(afterStatement(parser, block, 'the end of the program'));
  return block;
}

/** Statements with `;` between them; one more `;` may stand at the end. */
function blockOf(parser: ExpressionParser, isEnd: () => boolean): Block {
  const statements = [statementOf(parser)];
  while (parser.takes(';') && !isEnd()) statements.push(statementOf(parser));
  return statements;
}

function braced(parser: ExpressionParser): Block {
  parser.expect('{');
  const block = parser.within(() => blockOf(parser, () => parser.is('}')));
  parser.expect('}', afterStatement(parser, block, '`}`'));
  return block;
}

/** What could have gone on there. */
function afterStatement(parser: ExpressionParser, block: Block, end: string): string {
  const last = block.at(-1)!;
  if (last.is === 'assign') return `an operator, \`;\` or ${end}`;
  const mayElse = last.is === 'if' && last.no.length === 0 && !isSign(parser.next.text);
  return mayElse ? `\`else\`, \`;\` or ${end}` : `\`;\` or ${end}`;
}

function statementOf(parser: ExpressionParser): Statement {
  const { kind, text, at } = parser.next;
  if (kind === 'name') return assignment(parser);
  switch (kind === 'keyword' ? text : '') {
    case 'skip':
      parser.take();
      return { is: 'skip', at, height: 1 };
    case 'declare':
      parser.take();
      return { is: 'declare', ...nameOf(parser, 'a name to declare'), height: 1 };
    case 'if':
      return condition(parser);
    case 'while':
      return loop(parser);
    default:
      return parser.refuse(STATEMENT);
  }
}

function nameOf(parser: ExpressionParser, what: string): { name: string; at: number } {
  if (parser.next.kind !== 'name') parser.refuse(what);
  const { text: name, at } = parser.take();
  return { name, at };
}

function assignment(parser: ExpressionParser): Statement {
  const target = nameOf(parser, STATEMENT);
  parser.expect(':=');
  const value = parser.expression();
  return { is: 'assign', ...target, value, height: heightOver(target.at, value) };
}

function condition(parser: ExpressionParser): Statement {
  const { at } = parser.take();
  const test = testOf(parser, 'then');
  const yes = braced(parser);
  const no = parser.takes('else') ? braced(parser) : [];
  return { is: 'if', at, test, yes, no, height: heightOver(at, test, ...yes, ...no) };
}

function loop(parser: ExpressionParser): Statement {
  const { at } = parser.take();
  const test = testOf(parser, 'do');
  const body = braced(parser);
  return { is: 'while', at, test, body, height: heightOver(at, test, ...body) };
}

function testOf(parser: ExpressionParser, word: 'then' | 'do'): Expression {
  const test = parser.bracketed();
  parser.expect(word);
  return test;
}
