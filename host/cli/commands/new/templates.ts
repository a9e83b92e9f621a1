import type { GameName } from '../../../games/registry.ts';

/** How a bot of the examples is made and run, in its own folder. */
export interface Template {
  readonly files: readonly string[];
  /** Before it can be run. */
  readonly build?: string;
  readonly run: string;
  readonly needs: string;
}

const python: Template = { files: ['player.py'], run: 'python3 player.py', needs: 'Python 3.10 or later' };
const awk: Template = { files: ['player.awk'], run: 'awk -f player.awk', needs: 'any awk' };
const c: Template = {
  files: ['player.c'],
  build: 'cc -O2 -o player player.c',
  run: './player',
  needs: 'a C compiler',
};
const java: Template = {
  files: ['Player.java'],
  build: 'javac Player.java',
  run: 'java -XX:-UsePerfData Player',
  needs: 'Java 17 or later',
};

/** What there is to begin with: the examples, by game and language. */
export const templates = {
  bananagrams: {
    python,
    c,
    awk,
    ruby: { files: ['player.rb'], run: 'ruby player.rb', needs: 'Ruby 3' },
  },
  boggle: { python, c, awk, java },
  scrabble: {
    python,
    c,
    awk,
    java,
    sml: { files: ['player.sml'], run: 'poly --script player.sml', needs: 'Poly/ML' },
  },
} as const satisfies Record<GameName, Readonly<Record<string, Template>>>;
