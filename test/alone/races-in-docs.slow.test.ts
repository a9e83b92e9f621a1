import { followPages, racePages } from '../docs/follow-pages.ts';
import { page } from '../docs/pages.ts';

followPages(racePages.map(page));
