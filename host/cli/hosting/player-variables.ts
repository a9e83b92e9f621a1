import { visible } from '../../core/text/visible.ts';
import { UsageError } from '../../core/usage-error.ts';

/** What `--env` says, for the environment of players. `where`: for messages. */
export function readVariables(where: string, texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map((text) => readVariable(where, text)));
}

function readVariable(where: string, text: string): readonly [string, string] {
  const refuse = (why: string): never => {
    throw new UsageError(`${where} ${visible(text)}: ${why}`);
  };
  const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)(?:=([\s\S]*))?$/.exec(text) ?? [];
  if (name === undefined) return refuse('expected NAME or NAME=VALUE');
  if (/^WORDHOST_/.test(name)) return refuse('variables WORDHOST_… are set by the host; use another name');
  const settled = value ?? process.env[name];
  if (settled === undefined) return refuse(`the host has no variable ${name}; ${name}=VALUE gives one`);
  return [name, settled];
}
