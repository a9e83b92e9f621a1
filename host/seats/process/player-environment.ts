import type { Seat } from '../../core/units.ts';
import { exportLines } from '../../files/shell-words.ts';
import { controllingTerminal } from '../../terminal/controlling-terminal.ts';
import type { Hosting } from './hosting.ts';

type Variables = Readonly<Record<string, string>>;

/** What a player starts with: what all players of a run have from the host, and what is its own, which is stronger. */
export class PlayerEnvironment {
  readonly #inherited: Inherited;
  readonly #own: Variables;

  constructor(inherited: Inherited, own: Variables) {
    this.#inherited = inherited;
    this.#own = own;
  }

  get(name: string): string | undefined {
    return this.#own[name] ?? this.#inherited.variables[name];
  }

  /** The name of a variable that no program can be given: those from the host were given to one. */
  get broken(): string | undefined {
    return Object.entries(this.#own).find(([, value]) => value.includes('\0'))?.[0];
  }

  /** Shell text that hands them on. */
  exports(omitted?: string): string {
    return [this.#inherited.exports(omitted), ...exportLines(without(this.#own, omitted))].join('\n');
  }
}

/** The same for all players of a run, and most of what they have: it is made into text once. */
class Inherited {
  readonly variables: Variables;
  readonly #exports = new Map<string | undefined, string>();

  constructor(variables: Variables) {
    this.variables = variables;
  }

  exports(omitted: string | undefined): string {
    const known = this.#exports.get(omitted) ?? exportLines(without(this.variables, omitted)).join('\n');
    this.#exports.set(omitted, known);
    return known;
  }
}

function without(variables: Variables, omitted: string | undefined): Variables {
  if (omitted === undefined || !(omitted in variables)) return variables;
  const { [omitted]: _, ...others } = variables;
  return others;
}

/** The host's own environment but for its options, and what every player is told. */
export const playerEnvironment = environments((host) => {
  const own = inheritedFrom(host, (name) => !name.startsWith('WORDHOST_OPT_'));
  const terminal = controllingTerminal();
  return terminal === undefined ? own : { WORDHOST_TERMINAL: terminal, ...own };
});

const LET_THROUGH = /^(PATH|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|PYTHONUNBUFFERED)$/;

/** A player that is not trusted sees neither the host's secrets nor where its home is. */
export const strictEnvironment = environments((host) => {
  const own = { HOME: '/tmp', TMPDIR: '/tmp' };
  return { ...own, ...inheritedFrom(host, (name) => LET_THROUGH.test(name)) };
});

function environments(inherit: (host: NodeJS.ProcessEnv) => Variables) {
  // By the object: that of a run stays the same for all its games.
  const known = new WeakMap<NodeJS.ProcessEnv, Inherited>();
  return (host: NodeJS.ProcessEnv, hosting: Hosting, seat: Seat, more?: Variables): PlayerEnvironment => {
    const inherited = known.get(host) ?? new Inherited(inherit(host));
    known.set(host, inherited);
    const { environment, variables, game } = hosting;
    const own = { ...environment(seat), ...variables, ...marks(game, seat), ...more };
    return new PlayerEnvironment(inherited, own);
  };
}

function inheritedFrom(host: NodeJS.ProcessEnv, letsThrough: (name: string) => boolean): Variables {
  const variables: Record<string, string> = { PYTHONUNBUFFERED: '1' };
  for (const [name, value] of Object.entries(host))
    if (value !== undefined && letsThrough(name)) variables[name] = value;
  return variables;
}

/** What every process of a player carries, so that it is known again wherever it went. */
export function marks(game: string, seat: Seat): Record<string, string> {
  return { WORDHOST_GAME: game, WORDHOST_SEAT: String(seat) };
}
