import { defineTable } from './table-element.ts';

defineTable();
