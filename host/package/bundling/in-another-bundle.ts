import type { Plugin } from 'rolldown';

/** What a program asks for by `import(…)` of these, by their names there, is not put into its own bundle. */
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
