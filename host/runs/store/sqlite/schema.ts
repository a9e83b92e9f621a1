import type { Schema } from '../../../sqlite/schema.ts';

/** A line of the migrations is never changed: stores have been made by it. */
export const schema: Schema = {
  of: 'games',
  migrations: [
    `CREATE TABLE file (
     version INTEGER PRIMARY KEY, text TEXT NOT NULL, canonical TEXT NOT NULL, keptAt TEXT NOT NULL) STRICT;
   CREATE TABLE game (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, result TEXT NOT NULL) STRICT;
   CREATE TABLE record (
     number INTEGER PRIMARY KEY REFERENCES game, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, packed BLOB NOT NULL) STRICT;
   CREATE TABLE writer (
     one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL, command TEXT NOT NULL, since TEXT NOT NULL) STRICT;`,
  ],
};
