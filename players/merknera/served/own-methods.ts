import { shown } from '../fault.ts';
import { type FileKind, fileKinds, type GameFile } from '../told/game-files.ts';
import { error, INVALID_PARAMS, type Methods, type Outcome } from './requests.ts';

/** What a bot may ask of this side: `ready` is called once it has the files. */
export function ownMethods(
  gameid: number,
  files: Readonly<Record<FileKind, GameFile>>,
  ready: () => void,
): Methods {
  return {
    'Status.Ping': () => ({ result: { ping: 'OK' } }),
    'Scrabble.Ready': (params) => {
      const given = (params ?? {}) as Readonly<Record<string, unknown>>;
      const wrong = wrongIn(given, gameid, files);
      if (wrong.length > 0) return error(INVALID_PARAMS, wrong.join('; '));
      ready();
      return OK;
    },
  };
}

const OK: Outcome = { result: { status: 'OK' } };

/** The seed of this protocol says no form of the number: some send it as text. */
function wrongIn(
  given: Readonly<Record<string, unknown>>,
  gameid: number,
  files: Readonly<Record<FileKind, GameFile>>,
): string[] {
  const wrong = String(given.gameid) === String(gameid) ? [] : [said('gameid', gameid, given.gameid)];
  for (const kind of fileKinds) {
    const { sha1 } = files[kind];
    if (String(given[kind]).toLowerCase() !== sha1) wrong.push(said(kind, sha1, given[kind]));
  }
  return wrong;
}

const said = (name: string, expected: string | number, got: unknown): string =>
  `${name}: expected ${expected}; got ${shown(got)}`;
