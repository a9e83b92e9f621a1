import type { OutputChunk, Plugin } from 'rolldown';

const FACADE = /^export\{([^}]*)\}from"\.\/([\w.-]+)";\s*$/;
const IMPORT = /\bimport\((["'`])(\.\/(?:parts\/)?)([\w.-]+)\1\)/g;

/** A file that only hands on what is in another one, under other names. */
export interface Facade {
  readonly target: string;
  readonly names: readonly { readonly exported: string; readonly inTarget: string }[];
}

/** What is asked for by `import(…)` comes from the file that has it: one that only hands it on takes half a millisecond. */
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
  return code.replaceAll(IMPORT, (whole, quote: string, folder: string, name: string) => {
    const facade = facades.get(name);
    if (facade === undefined) return whole;
    const names = facade.names.map(({ exported, inTarget }) => `${exported}:e.${inTarget}`);
    return `import(${quote}${folder}${facade.target}${quote}).then(e=>({${names.join(',')}}))`;
  });
}
