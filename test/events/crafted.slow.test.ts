import t from 'tap';
import { playSources, sourceFiles } from './crafted/sources.ts';
import { tryCrafted } from './crafted/try-crafted.ts';

tryCrafted(await playSources(t.testdir(sourceFiles)), { oneIn: 1, flips: 5_000 });
