import t from 'tap';
import { quoted, shellWord, simpleCommands } from '../../host/files/shell.ts';

t.test('the words of a command, without its quotes', async (t) => {
  const rows: readonly [string, ...(string | undefined)[][]][] = [
    ['python3 bot.py', ['python3', 'bot.py']],
    ['  ./bot  --depth 3 \'a file\' "b file"', ['./bot', '--depth', '3', 'a file', 'b file']],
    [String.raw`./a\ bot "it\"s" 'a'"b"c`, ['./a bot', 'it"s', 'abc']],
    ['./bot ""', ['./bot', '']],
    ['cd bots && ./one; ./two | tee x', ['cd', 'bots'], ['./one'], ['./two'], ['tee', 'x']],
    ['(./one)\n./two &', ['./one'], ['./two']],
    ['./bot <book.txt 2>errors >> out 2>&1', ['./bot', 'book.txt']],
    ['./bot2>out', ['./bot2']],
    ['./bot # and more', ['./bot']],
    ['./bot#1 a#b', ['./bot#1', 'a#b']],
    ['~/bot a~ ~other ~', ['/home/ada/bot', 'a~', '~other', '/home/ada']],
    ['./$NAME "$HOME/bot" *.py `pwd` [a] e?', Array.from({ length: 6 }, () => undefined)],
    [String.raw`./bot "a\$b" '$c'`, ['./bot', 'a$b', '$c']],
    ["./bot 'not closed", ['./bot', "'not", 'closed']],
    [''],
    ['# nothing'],
  ];
  for (const [line, ...commands] of rows) t.same(simpleCommands(line, '/home/ada'), commands, line);
});

t.test('what is quoted is read back', async (t) => {
  for (const text of ['a', 'a b', "it's", '"$x"', '\\', '*', '#', '~', "''", 'é', 'a\nb'])
    for (const quote of [quoted, shellWord])
      if (!quote(text).includes('$('))
        t.same(simpleCommands(`./bot ${quote(text)}`), [['./bot', text]], text);
});
