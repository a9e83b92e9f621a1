import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

/** As a minifier writes it: one name, all by one name, some names; the first and the others together. */
const IMPORT = /^import ?(?:([\w$]+)(?:,| ?from))?(\* ?as [\w$]+|\{[^}]*\})?(?: ?from)?"([^"]+)";/;

/**
 * Asks for Node's own modules where they are, and does not import them: for an import all that they export is looked up,
 * and much of it is loaded only then. That is a tenth of a start.
 */
export function plainBuiltins(): Plugin {
  return {
    name: 'plain-builtins',
    generateBundle(_, output) {
      for (const chunk of Object.values(output))
        if (chunk.type === 'chunk') chunk.code = withoutImports(chunk.code);
    },
  };
}

/** From the code of a chunk, minified: its imports come first. */
export function withoutImports(code: string): string {
  const kept: string[] = [];
  const asked: string[] = [];
  let rest = code;
  for (let found = IMPORT.exec(rest); found !== null; found = IMPORT.exec(rest)) {
    const [statement, whole, names, module = ''] = found;
    rest = rest.slice(statement.length);
    if (!isBuiltin(module)) kept.push(statement);
    else
      for (const name of [whole, names].filter((each) => each !== undefined))
        asked.push(`${pattern(name)}=process.getBuiltinModule("${module}")`);
  }
  const declared = asked.length > 0 ? `const ${asked.join(',')};` : '';
  return kept.join('') + declared + rest;
}

/** `{a as b}` becomes `{a:b}`, and `*as a` becomes `a`. */
function pattern(names: string): string {
  return names.replaceAll(/([\w$]+) as ([\w$]+)/g, '$1:$2').replace(/^\* ?as /, '');
}
