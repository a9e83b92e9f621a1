import { followPages, seriesPages } from './follow-pages.ts';
import { page } from './pages.ts';

followPages(seriesPages.map(page));
