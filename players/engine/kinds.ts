import { type Cgp, cgpText } from 'wordhost/scrabble';

export interface EngineNames {
  readonly lexicon: string;
  /** The default is the engine's own standard. */
  readonly board: string | undefined;
  readonly tiles: string;
}

interface EngineKind {
  /** The engine's names by those of this program. */
  readonly boards: Readonly<Record<string, string | undefined>>;
  readonly tiles: Readonly<Record<string, string>>;
  /** The lines that show the best move of a position. */
  ask(position: Cgp, names: EngineNames): readonly string[];
}

export const engineKinds = {
  magpie: {
    boards: { official: undefined },
    tiles: { english: 'english' },
    ask: (position, { lexicon, board, tiles }) => [
      `cgp ${cgpText(position)} -lex ${lexicon}${board === undefined ? '' : ` -bdn ${board}`} -ld ${tiles}`,
      'generate -numplays 1',
    ],
  },
  macondo: {
    boards: { official: 'CrosswordGame' },
    tiles: { english: 'english' },
    ask: (position, { lexicon, board = 'CrosswordGame', tiles }) => {
      const named = { lex: lexicon, bdn: board, ld: tiles };
      const operations = Object.entries(named).map(([name, value]) => ({ name, value }));
      return [`load cgp ${cgpText({ ...position, operations })}`, 'gen 1'];
    },
  },
  siu: {
    boards: { official: undefined },
    tiles: { english: 'english' },
    // Each question is complete, so that callers keep no state. A handshake is answered at any time.
    ask: (position, { lexicon, board, tiles }) => {
      const operations = board === undefined ? [] : [{ name: 'bdn', value: board }];
      return [
        'siu',
        `setoption name Lexicon value ${lexicon}`,
        `setoption name LetterDistribution value ${tiles}`,
        'isready',
        `position cgp ${cgpText({ ...position, operations })}`,
        'go gen',
      ];
    },
  },
} as const satisfies Record<string, EngineKind>;

export type EngineKindName = keyof typeof engineKinds;

export const engineKindNames = Object.keys(engineKinds) as readonly EngineKindName[];

export const engineKind = (name: EngineKindName): EngineKind => engineKinds[name];
