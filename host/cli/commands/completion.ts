import { UsageError } from '../../core/usage-error.ts';
import { type Command, commandOf } from '../command.ts';
import { printScript, type Shell, shells } from '../completion.ts';

/** For the shell: commands, options and their choices by the tab key. */
export const completion: Command = commandOf({
  summary: 'Prints a script that makes the shell complete commands, options and their choices.',
  operands: {
    form: '[bash|zsh|fish]',
    min: 0,
    max: 1,
    expected: 'one of bash, zsh, fish, or nothing for the shell that is used here',
    choices: [shells],
  },
  options: {},
  examples: [
    ['wordhost completion bash >> ~/.bashrc', 'from the next bash on'],
    ['wordhost completion zsh >> ~/.zshrc', 'the same for zsh'],
    ['wordhost completion fish > ~/.config/fish/completions/wordhost.fish', 'the same for fish'],
  ],
  async run({ operands: [shell] }) {
    if (shell !== undefined && !shells.includes(shell as Shell))
      throw new UsageError(`completion: expected one of ${shells.join(', ')}; got ${JSON.stringify(shell)}`);
    printScript(shell as Shell | undefined);
    return 0;
  },
});
