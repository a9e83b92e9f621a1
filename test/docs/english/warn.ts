/** Prints what `npm run lint` warns of: words and phrases to write otherwise, and mutations that are gone. */
import { equivalent } from '../../mutations/equivalent.ts';
import { described, mutationsOf } from '../../mutations/mutation.ts';
import { textOf } from '../../structure/sources.ts';
import { warnings } from './banned-in.ts';

for (const warning of warnings()) process.stdout.write(`warning: ${warning}\n`);
for (const { file, after } of equivalent) {
  const text = textOf(file);
  if (!mutationsOf(text).some((mutation) => described(text, mutation).after === after))
    process.stdout.write(`warning: test/mutations/equivalent.ts: ${file} has no mutation "${after}"\n`);
}
