import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, loadCommands } from '../cli/command.ts';
import { commandsOf } from '../cli/commands.ts';
import type { GamesWords } from '../cli/game-words.ts';
import { optionRows } from '../cli/help.ts';
import { version } from '../core/version.ts';
import { optionGroups } from '../settings/option-groups.ts';

/** Makes the man page from the tables of the command line. */
export async function makeManPage(dist: string, games: GamesWords): Promise<void> {
  mkdirSync(join(dist, 'man'), { recursive: true });
  writeFileSync(join(dist, 'man', 'wordhost.1'), await manPage(games));
}

export async function manPage(games: GamesWords): Promise<string> {
  const commands = await loadCommands(commandsOf(games));
  const lines = [
    // A page without a date is reproducible.
    `.TH WORDHOST 1 "" "wordhost ${version}" "User Commands"`,
    '.SH NAME',
    'wordhost \\- host for word\\-game bots written in any language',
    '.SH SYNOPSIS',
    ...commands.flatMap(([name, { operands }]) => ['.br', `.B wordhost ${plain(name)}`, text(operands.form)]),
    '.SH DESCRIPTION',
    text(
      'Starts word-game bots, talks to them over standard input and output, judges every move, and ends the ones that cheat, crash or stall. Without the name of a command, the first game is played.',
    ),
    ...commands.flatMap(([name, command]) => commandLines(name, command)),
    '.SH EXIT STATUS',
    ...[
      ['0', 'success'],
      ['1', 'a player offended, a requirement failed, or a judged move, word or record is wrong'],
      ['2', 'usage error'],
      ['3', 'a failure of the host'],
    ].flatMap(([status, means]) => ['.TP', `.B ${status}`, text(means!)]),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(name: string, { summary, notes, options, examples }: Command): string[] {
  return [
    `.SH "wordhost ${plain(name)}"`,
    text(summary),
    ...(notes === undefined ? [] : notes.split('\n').flatMap((note) => ['.PP', text(note)])),
    ...optionGroups(options).flatMap((group) => [
      `.SS "${plain(group.title)}"`,
      ...optionRows(Object.fromEntries(group.options)).flatMap(([option, value, help]) => [
        '.TP',
        value === '' ? `.B ${plain(option)}` : `.BI "${plain(option)} " "${plain(value)}"`,
        text(help),
      ]),
    ]),
    ...(examples.length === 0 ? [] : ['.SS "Examples"']),
    ...examples.flatMap(([command, does]) => ['.TP', `.B ${plain(command)}`, text(does)]),
  ];
}

function plain(words: string): string {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll("'", '\\(aq')
    .replaceAll('…', '...');
}

/** Escapes a line that begins with a dot or a quote. */
function text(words: string): string {
  return plain(words).replace(/^(?=[.'])/, '\\&');
}
