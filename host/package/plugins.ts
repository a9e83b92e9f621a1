import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { OutputChunk, OutputOptions, Plugin } from 'rolldown';

type CodeSplitting = Exclude<NonNullable<OutputOptions['codeSplitting']>, boolean>;

/** Modules that run before the compile cache is known, and for `--version`. */
const beforeCache = [
  'host/core/version.ts',
  'host/files/cache.ts',
  'host/files/compile-cache.ts',
  'host/cli/process/start.ts',
];

/** The module between compiling the files of a game and running them. */
const betweenBoth = 'host/cli/compile-by-need.ts';

/** Modules that every game needs until its first player starts. */
const everyGame = ['host/cli/cli.ts', 'host/cli/games/registry.ts', 'host/cli/series/command.ts'];
/** Completion needs only this small part of yargs. */
export const forCompletion = /yargs\/lib\/platform-shims\//;
/** The code that players need before they are known. */
export const playerProcess = 'host/cli/process/player-process.ts';
const GAME = /host\/games\/([a-z-]+)\/\1\.ts$/;

/**
 * Splits the programs into files. A file takes half a millisecond to load, and unused lines cost time, too:
 * so a game finds everything for its first player in two files, and other commands use other files.
 */
export function partsOfPrograms(root: string): Parts {
  return partsBy((ids, below) => {
    const partOf = new Map<string, string>();
    for (const id of ids.filter((id) => GAME.test(id)))
      for (const each of findReached([id], below))
        partOf.set(each, partOf.has(each) ? 'every-game' : GAME.exec(id)![1]!);
    const put = (files: readonly string[], part: string) => {
      for (const each of findReached(
        files.map((file) => join(root, file)),
        below,
      ))
        partOf.set(each, part);
    };
    put(everyGame, 'every-game');
    put(beforeCache, 'first');
    partOf.set(join(root, betweenBoth), 'between');
    return partOf;
  });
}

interface Parts {
  readonly codeSplitting: CodeSplitting;
  readonly plugin: Plugin;
}

type Below = (id: string) => readonly string[];

/** Assigns modules to parts once all modules are known. */
function partsBy(choose: (ids: readonly string[], below: Below) => ReadonlyMap<string, string>): Parts {
  let partOf: ReadonlyMap<string, string> = new Map();
  const plugin: Plugin = {
    name: 'program-parts',
    buildEnd() {
      const below = (id: string) =>
        this.getModuleInfo(id)?.importedIds.filter((id) => !forCompletion.test(id)) ?? [];
      partOf = choose([...this.getModuleIds()], below);
    },
  };
  const groups = [{ name: (id: string) => partOf.get(id), debugName: 'parts' }];
  return { codeSplitting: { includeDependenciesRecursively: false, groups }, plugin };
}

/** These modules with all their imports, direct and indirect. */
function findReached(ids: readonly string[], below: Below): Set<string> {
  const found = new Set(ids);
  for (const id of found) for (const other of below(id)) found.add(other);
  return found;
}

/** Imports in minified form: a name, a namespace, a list, or combinations. */
const STATIC_IMPORT = /^import ?(?:([\w$]+)(?:,| ?from))?(\* ?as [\w$]+|\{[^}]*\})?(?: ?from)?"([^"]+)";/;

/** An import looks up all exports of a module, and thereby loads more code. */
export function plainBuiltins(): Plugin {
  return {
    name: 'plain-builtins',
    generateBundle(_, output) {
      for (const chunk of Object.values(output))
        if (chunk.type === 'chunk') chunk.code = withoutImports(chunk.code);
    },
  };
}

/** Removes imports from the beginning of a minified chunk. */
export function withoutImports(code: string): string {
  const kept: string[] = [];
  const asked: string[] = [];
  let rest = code;
  for (let found = STATIC_IMPORT.exec(rest); found !== null; found = STATIC_IMPORT.exec(rest)) {
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

const FACADE = /^export\{([^}]*)\}from"\.\/([\w.-]+)";\s*$/;
const DYNAMIC_IMPORT = /\bimport\((["'`])(\.\/(?:parts\/)?)([\w.-]+)\1\)/g;

/** A file that only exports another one under other names. */
interface Facade {
  readonly target: string;
  readonly names: readonly { readonly exported: string; readonly inTarget: string }[];
}

/** Redirects `import(…)` from facades to the file itself, which saves half a millisecond. */
export function withoutFacades(): Plugin {
  return {
    name: 'without-facades',
    generateBundle(_, output) {
      const chunks = Object.values(output).filter((each): each is OutputChunk => each.type === 'chunk');
      const facades = new Map<string, Facade>();
      for (const { code, fileName } of chunks) {
        const facade = facadeOf(code);
        if (facade !== undefined) facades.set(nameOf(fileName), facade);
      }
      for (const chunk of chunks) {
        if (facades.has(nameOf(chunk.fileName))) delete output[chunk.fileName];
        else chunk.code = direct(chunk.code, facades);
      }
    },
  };
}

const nameOf = (fileName: string) => fileName.replace(/^.*\//, '');

export function facadeOf(code: string): Facade | undefined {
  const [, handedOn, target] = FACADE.exec(code) ?? [];
  if (handedOn === undefined || target === undefined) return undefined;
  const names = handedOn.split(',').map((each) => {
    const [inTarget = '', exported = inTarget] = each.trim().split(' as ');
    return { exported, inTarget };
  });
  return { target, names };
}

export function direct(code: string, facades: ReadonlyMap<string, Facade>): string {
  return code.replaceAll(DYNAMIC_IMPORT, (whole, quote: string, folder: string, name: string) => {
    const facade = facades.get(name);
    if (facade === undefined) return whole;
    const names = facade.names.map(({ exported, inTarget }) => `${exported}:e.${inTarget}`);
    return `import(${quote}${folder}${facade.target}${quote}).then(e=>({${names.join(',')}}))`;
  });
}

/** Keeps dynamic imports of these entries out of a bundle. */
export function inAnotherBundle(entries: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'in-another-bundle',
    async resolveId(source, importer, { kind }) {
      if (kind !== 'dynamic-import') return null;
      const resolved = await this.resolve(source, importer, { kind, skipSelf: true });
      const found = Object.entries(entries).find(([, file]) => resolved?.id.endsWith(`/${file}`));
      return found === undefined ? null : { id: `./${found[0]}.js`, external: true };
    },
  };
}

/** One letter beyond ASCII doubles the memory of a file in Node, and costs a millisecond or two. */
export function onlyAscii(): Plugin {
  return {
    name: 'only-ascii',
    generateBundle(_, output) {
      for (const chunk of Object.values(output)) if (chunk.type === 'chunk') chunk.code = inAscii(chunk.code);
    },
  };
}

export function inAscii(code: string): string {
  return code.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Node resets all signals at its start and cannot see an ignored hangup, as under nohup. A shell can test it,
 * and then replaces itself by Node. For Node the second line is an unused string.
 */
const BEGINNING = `#!/usr/bin/env sh
':' //; { sh -c 'kill -s HUP $$'; } 2>/dev/null && export WORDHOST_HANGUP_IGNORED=$$; exec node "$0" "$@"
`;

/** The command runs by its name after installation, and by `node`. */
export function beginInShell(command: string): Plugin {
  return {
    name: 'begin-in-shell',
    generateBundle(_, output) {
      const chunk = output[command];
      if (chunk?.type !== 'chunk') throw new Error(`${command} is not made here`);
      chunk.code = BEGINNING + chunk.code;
    },
  };
}
