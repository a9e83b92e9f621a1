import { testOf } from './one-process.ts';

export default testOf(new URL(import.meta.url).searchParams.get('importer') ?? '');
