import type { Template } from '../game-words.ts';

/** Languages in which there are bots to begin with for several games. */
export const python: Template = {
  files: ['player.py'],
  run: 'python3 player.py',
  needs: 'Python 3.10 or later',
};

export const awk: Template = { files: ['player.awk'], run: 'awk -f player.awk', needs: 'any awk' };

export const c: Template = {
  files: ['player.c'],
  build: 'cc -O2 -o player player.c',
  run: './player',
  needs: 'a C compiler',
};

export const java: Template = {
  files: ['Player.java'],
  build: 'javac Player.java',
  run: 'java -XX:-UsePerfData Player',
  needs: 'Java 17 or later',
};

export const javascript: Template = {
  files: ['player.mjs'],
  run: 'node player.mjs',
  needs: 'Node 18 or later',
};
