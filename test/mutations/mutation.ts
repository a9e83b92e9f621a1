import { parseAst } from 'rolldown/parseAst';

/** A small change of a source that changes what it does, if a test looks there. */
export interface Mutation {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** What another operator in its place is called. */
const operators: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'comparison off by one': { '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  'comparison reversed': { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '===': '!==', '!==': '===' },
  'and for or': { '&&': '||', '||': '&&', '??': '&&' },
  'plus for minus': { '+': '-', '-': '+', '+=': '-=', '-=': '+=', '++': '--', '--': '++' },
  'other arithmetic': {
    '*': '/',
    '/': '*',
    '%': '*',
    '<<': '>>',
    '>>': '<<',
    '>>>': '<<',
    '&': '|',
    '|': '&',
  },
};

/** Types, imports, and names: nothing in them is mutated. */
const namesOnly = ['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression'];
const typesOnly = ['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'implements'];
const nothing = ['undefined', 'null', 'false', 'true', "''", '[]'];

/** Every mutation of a file, in the order of its text. */
export function mutationsOf(text: string): Mutation[] {
  return [...nodesOf(text)].flatMap((node) => mutationsAt(node, text));
}

/** What a program has that does something: no types, no imports. */
export function nodesOf(text: string): Iterable<Node> {
  return within(parseAst(text, { lang: 'ts' }) as unknown as Node);
}

function* within(node: Node): Iterable<Node> {
  if (namesOnly.includes(node.type) || (node.type.startsWith('TS') && !('expression' in node))) return;
  yield node;
  for (const [field, value] of Object.entries(node))
    if (!typesOnly.includes(field))
      for (const child of [value].flat()) if (isNode(child)) yield* within(child);
}

/** It can still be parsed. */
export function isSound(text: string, mutation: Mutation): boolean {
  try {
    parseAst(mutated(text, mutation), { lang: 'ts' });
    return true;
  } catch {
    return false;
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function mutationsAt(node: Node, text: string): Mutation[] {
  const source = ({ start, end }: Node) => text.slice(start, end);
  const replaced = (kind: string, { start, end }: Node, by: string) => [{ kind, start, end, text: by }];
  const child = (field: string) => node[field] as Node;
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      if (/^\+/.test(String(node.operator)) && (isText(child('left')) || isText(child('right')))) return [];
      return otherOperators(node, child('left').end, child('right').start, text);
    case 'UpdateExpression':
      return otherOperators(node, node.start, node.end, text);
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return replaced('condition negated', child('test'), `!(${source(child('test'))})`);
    case 'UnaryExpression':
      return node.operator === '!'
        ? replaced('condition negated', node, `(${source(child('argument'))})`)
        : [];
    case 'Literal':
      if (typeof node.value === 'number') return replaced('constant plus one', node, String(node.value + 1));
      return typeof node.value === 'boolean' ? replaced('constant negated', node, String(!node.value)) : [];
    case 'ReturnStatement': {
      const argument = node.argument as Node | null;
      if (argument === null || nothing.includes(source(argument)) || isNever(argument)) return [];
      return replaced('return emptied', argument, 'undefined');
    }
    case 'ArrowFunctionExpression':
      if (child('body').type === 'BlockStatement' || nothing.includes(source(child('body')))) return [];
      return replaced('return emptied', child('body'), 'undefined');
    case 'ExpressionStatement':
      return ['CallExpression', 'AwaitExpression', 'YieldExpression'].includes(child('expression').type)
        ? replaced('call removed', node, ';')
        : [];
    default:
      return [];
  }
}

function otherOperators(node: Node, from: number, to: number, text: string): Mutation[] {
  const operator = String(node.operator);
  const start = text.indexOf(operator, from);
  if (start === -1 || start >= to) return [];
  return Object.entries(operators).flatMap(([kind, others]) => {
    const other = others[operator];
    return other === undefined ? [] : [{ kind, start, end: start + operator.length, text: other }];
  });
}

const isText = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** `x satisfies never`: it is not reached. */
const isNever = (node: Node) =>
  node.type === 'TSSatisfiesExpression' && (node.typeAnnotation as Node).type === 'TSNeverKeyword';

export const mutated = (text: string, { start, end, text: by }: Mutation) =>
  text.slice(0, start) + by + text.slice(end);

/** Where a mutation is, and its lines before and after. */
export function described(text: string, mutation: Mutation) {
  const from = text.lastIndexOf('\n', mutation.start - 1) + 1;
  const lineEnd = text.indexOf('\n', mutation.end);
  const to = lineEnd === -1 ? text.length : lineEnd;
  const oneLine = (part: string) => part.replaceAll(/\s+/g, ' ').trim();
  return {
    line: text.slice(0, mutation.start).split('\n').length,
    before: oneLine(text.slice(from, to)),
    after: oneLine(text.slice(from, mutation.start) + mutation.text + text.slice(mutation.end, to)),
  };
}
