import { meant } from '../../core/text/near-name.ts';
import { visibleJson } from '../../core/text/visible.ts';
import { FileFault, misfit, type Path } from './fault.ts';

/** The fields of an object in a file, read one by one; what nobody has asked for at the end is refused. */
export class Fields {
  readonly #path: Path;
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #known: string[] = [];

  constructor(value: unknown, path: Path, what: string) {
    if (!isByNames(value)) throw misfit(path, what, value);
    this.#path = path;
    this.#fields = value;
  }

  at(name: string): Path {
    return [...this.#path, name];
  }

  get(name: string): unknown {
    this.#known.push(name);
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined;
  }

  /** A number is taken as it is written: `seed: 1`. */
  text(name: string, what: string): string | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string' || value.trim() === '') throw misfit(this.at(name), what, value);
    return value;
  }

  whole(name: string, least: number, most: number): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const isRight = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    const what = least === most ? `${least}` : `a whole number from ${least} to ${most}`;
    if (!isRight) throw misfit(this.at(name), what, value);
    return Number(value);
  }

  flag(name: string): boolean | undefined {
    const value = this.get(name);
    if (value !== undefined && typeof value !== 'boolean')
      throw misfit(this.at(name), 'true or false', value);
    return value;
  }

  choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.get(name);
    const found = choices.find((choice) => choice === value);
    if (value !== undefined && found === undefined)
      throw misfit(this.at(name), `one of ${choices.join(', ')}`, value);
    return found;
  }

  /** Settings by their names, as texts or lists of texts: what they mean is for others to say. */
  texts(name: string): Texts {
    const value = this.get(name);
    if (value === undefined) return {};
    if (!isByNames(value)) throw misfit(this.at(name), 'settings by their names', value);
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, textOrList(each, [...this.at(name), key])]),
    );
  }

  list(name: string): readonly string[] | undefined {
    const value = this.get(name);
    return value === undefined ? undefined : [textOrList(value, this.at(name))].flat();
  }

  /** Names of fields that nobody has asked for. */
  others(): string[] {
    return Object.keys(this.#fields).filter((name) => !this.#known.includes(name));
  }

  /** `what`: what it is that has these fields. */
  refuseOthers(what: string): void {
    const [odd] = this.others();
    if (odd === undefined) return;
    const hint = meant(odd, this.#known) || `: it has ${this.#known.join(', ')}`;
    throw new FileFault([...this.#path, odd], `${what} has no field ${visibleJson(odd)}${hint}`);
  }
}

export type Texts = Readonly<Record<string, string | readonly string[]>>;

function textOrList(value: unknown, path: Path): string | readonly string[] {
  if (Array.isArray(value)) return value.map((each, index) => plainText(each, [...path, index]));
  return plainText(value, path);
}

function plainText(value: unknown, path: Path): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw misfit(path, 'a text or a number', value);
}

function isByNames(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
