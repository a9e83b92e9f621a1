import { followPages, slowPages } from './follow-pages.ts';

followPages(slowPages);
