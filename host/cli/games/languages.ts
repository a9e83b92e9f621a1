import type { Template } from '../game-words.ts';

/** `dotnet run` is no player: it builds first, and says so where only messages belong. */
const sdk = { build: 'dotnet build -o bin', run: 'dotnet bin/player.dll', needs: 'the .NET SDK' };

/** The languages that have example bots for every game. */
export const commonLanguages = {
  python: {
    files: ['player.py'],
    run: 'python3 player.py',
    needs: 'Python 3.10 or later',
    packages: 'python3',
  },
  javascript: {
    files: ['player.mjs'],
    run: 'node player.mjs',
    needs: 'Node 18 or later',
    packages: 'nodejs',
  },
  typescript: {
    files: ['player.mts'],
    run: 'node player.mts',
    needs: 'Node 22.18 or later',
  },
  perl: {
    files: ['player.pl'],
    run: 'perl player.pl',
    needs: 'Perl 5.10 or later',
    packages: 'perl',
  },
  lua: {
    files: ['player.lua'],
    run: 'lua5.4 player.lua',
    needs: 'Lua 5.3 or later',
    packages: 'lua5.4',
  },
  go: {
    files: ['player.go'],
    build: 'go build -o player player.go',
    run: './player',
    needs: 'Go 1.18 or later',
    packages: 'golang-go',
  },
  rust: {
    files: ['player.rs'],
    build: 'rustc -O -o player player.rs',
    run: './player',
    needs: 'Rust 1.65 or later',
    packages: 'rustc',
  },
  cpp: {
    files: ['player.cpp'],
    build: 'c++ -std=c++17 -O2 -Wall -Wextra -o player player.cpp',
    run: './player',
    needs: 'a C++17 compiler',
    packages: 'g++',
  },
  csharp: {
    files: ['player.cs', 'player.csproj'],
    build: 'mcs -optimize+ -out:player.exe player.cs',
    run: 'mono player.exe',
    needs: 'Mono or the .NET SDK',
    packages: 'mono-mcs mono-runtime',
    or: sdk,
  },
} as const satisfies Record<string, Template>;

/** The languages that have example bots for some games. */
export const otherLanguages = {
  c: {
    files: ['player.c'],
    build: 'cc -O2 -o player player.c',
    run: './player',
    needs: 'a C compiler',
    packages: 'gcc libc6-dev',
  },
  awk: {
    files: ['player.awk'],
    run: 'awk -f player.awk',
    needs: 'any awk',
    packages: 'gawk',
  },
  java: {
    files: ['Player.java'],
    build: 'javac Player.java',
    run: 'java -XX:-UsePerfData Player',
    needs: 'Java 17 or later',
    packages: 'default-jdk-headless',
  },
  sh: {
    files: ['player.sh'],
    run: 'sh player.sh',
    needs: 'a shell and awk',
    packages: 'gawk',
  },
} as const satisfies Record<string, Template>;

/** Fable writes everything into the folder of the bot, so that it can be read under `strict`, too. */
export const fsharp = (...own: readonly string[]): Template => ({
  files: ['Host.fs', ...own, 'Program.fs', 'player.fsproj', 'package.json'],
  once: 'npm install',
  build: 'npm run build',
  run: 'node js/Program.js',
  needs: 'Node 18 or later with npm, or the .NET SDK',
  packages: 'nodejs npm',
  or: sdk,
});
