import { followPages, slowPages } from './follow-pages.ts';

followPages(slowPages.filter((_, index) => index % 2 === 1));
