/** Prints what `npm run lint` warns of: words and phrases to write otherwise, and mutations of lines that are gone. */
import { equivalent } from '../../mutations/equivalent.ts';
import { textOf } from '../../structure/sources.ts';
import { warnings } from './banned-in.ts';

for (const warning of warnings()) process.stdout.write(`warning: ${warning}\n`);
for (const { file, before } of equivalent)
  if (!textOf(file).replaceAll(/\s+/g, ' ').includes(before))
    process.stdout.write(`warning: test/mutations/equivalent.ts: ${file} has no line "${before}"\n`);
