import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from './generated.ts';
import { root } from './pages.ts';

/** Writes again what the docs say of options: node --conditions=wordhost-source test/docs/write-option-tables.ts */
for (const { path, text } of await generatedFiles()) writeFileSync(join(root, path), text);
