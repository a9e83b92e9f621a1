import { followPages, racePages } from './follow-pages.ts';
import { page } from './pages.ts';

followPages(racePages.map(page));
