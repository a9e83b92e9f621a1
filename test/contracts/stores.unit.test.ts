import { join } from 'node:path';
import t from 'tap';
import { openStore } from '../../host/runs/store/store.ts';
import { storeContract } from './store-contract.ts';

storeContract(t, { name: 'SQLite', newPlace: (t) => join(t.testdir(), 'league.db'), open: openStore });
