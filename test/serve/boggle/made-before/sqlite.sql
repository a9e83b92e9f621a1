-- Made by wordhost before it used kysely and pg: SQLite.
CREATE TABLE boggle_user (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    email TEXT,
    token_hash TEXT NOT NULL UNIQUE,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    share BIGINT NOT NULL,
    made_at BIGINT NOT NULL
  );
CREATE INDEX boggle_user_rank ON boggle_user (share DESC, wins DESC, made_at, id);
CREATE TABLE boggle_game (
    id TEXT PRIMARY KEY,
    seed TEXT NOT NULL,
    board TEXT NOT NULL,
    user1 TEXT NOT NULL REFERENCES boggle_user (id),
    user2 TEXT NOT NULL REFERENCES boggle_user (id),
    name1 TEXT NOT NULL,
    name2 TEXT NOT NULL,
    turns BIGINT NOT NULL,
    turns_left BIGINT NOT NULL,
    next BIGINT NOT NULL,
    points1 BIGINT NOT NULL,
    points2 BIGINT NOT NULL,
    found TEXT NOT NULL,
    message TEXT NOT NULL,
    winner BIGINT,
    changes BIGINT NOT NULL,
    made_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
  );
CREATE INDEX boggle_game_user1 ON boggle_game (user1, made_at);
CREATE INDEX boggle_game_user2 ON boggle_game (user2, made_at);
CREATE INDEX boggle_game_next ON boggle_game (next, changed_at);
CREATE TABLE boggle_move (
    game TEXT NOT NULL REFERENCES boggle_game (id),
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    word TEXT NOT NULL,
    points BIGINT,
    path TEXT,
    reason TEXT,
    message TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, number)
  );
CREATE TABLE boggle_open (
    shard BIGINT PRIMARY KEY,
    games BIGINT NOT NULL,
    turns BIGINT NOT NULL
  );
CREATE TABLE boggle_reminder (
    game TEXT NOT NULL REFERENCES boggle_game (id),
    turn BIGINT NOT NULL,
    state TEXT NOT NULL,
    tries BIGINT NOT NULL,
    try_at BIGINT NOT NULL,
    problem TEXT,
    PRIMARY KEY (game, turn)
  );
INSERT INTO boggle_user VALUES ('uFIFwkGEYCtyBY6INddE4L', 'john', 'john@example.org', '7lLIODY7TVTwTh9DlkVUWEZfUJyBk9lkz4RGSzGavhs', 2, 0, 0, 1000000000, 1);
INSERT INTO boggle_user VALUES ('u1vjef7q4x7biseAIYWwOL', 'särah ''o\?$1', NULL, 'TzFmdUTFEFBwXwDnJbK6t6JYVW6_p9Xtv9j8vsByV7Y', 0, 0, 1, 0, 2);
INSERT INTO boggle_user VALUES ('u7CQQ3lq4C97BpSeSkRS4u', 'idle', NULL, 's7jOBBTqupHBDoGGax8pm8xGScAXgfWypbNaKlJ9iNM', 0, 0, 1, 0, 3);
INSERT INTO boggle_game VALUES ('g7xsgBuYQpi_N1JuNY7mRR', '27', 'TAFE/QuYCH/SALT/PDLH', 'uFIFwkGEYCtyBY6INddE4L', 'u1vjef7q4x7biseAIYWwOL', 'john', 'särah ''o\?$1', 2, 0, 0, 5, 0, '[["SQUALLY",1]]', 'Sorry! The word "DOG" is not in the board. john wins! Game over!', 1, 2, 4, 6);
INSERT INTO boggle_game VALUES ('gpTLEOwXIic96VyTNdjikr', '27', 'TAFE/QuYCH/SALT/PDLH', 'u1vjef7q4x7biseAIYWwOL', 'uFIFwkGEYCtyBY6INddE4L', 'särah ''o\?$1', 'john', 20, 19, 2, 1, 0, '[["AQUA",1]]', 'Correct! 1 points for the word "AQUA"', NULL, 1, 7, 8);
INSERT INTO boggle_game VALUES ('g81mupuDhMxjGPNp-fur24', '27', 'TAFE/QuYCH/SALT/PDLH', 'uFIFwkGEYCtyBY6INddE4L', 'u7CQQ3lq4C97BpSeSkRS4u', 'john', 'idle', 9, 9, 0, 0, 0, '[]', 'idle cancelled the game. john wins!', 1, 1, 9, 10);
INSERT INTO boggle_move VALUES ('g7xsgBuYQpi_N1JuNY7mRR', 1, 1, 'SQUALLY', 5, '[8,4,9,14,10,5]', NULL, 'Correct! 5 points for the word "SQUALLY"', 5);
INSERT INTO boggle_move VALUES ('g7xsgBuYQpi_N1JuNY7mRR', 2, 2, 'DOG', NULL, NULL, 'notonboard', 'Sorry! The word "DOG" is not in the board. john wins! Game over!', 6);
INSERT INTO boggle_move VALUES ('gpTLEOwXIic96VyTNdjikr', 1, 1, 'AQUA', 1, '[1,4,9]', NULL, 'Correct! 1 points for the word "AQUA"', 8);
INSERT INTO boggle_open VALUES (0, 0, 0);
INSERT INTO boggle_open VALUES (1, 0, 0);
INSERT INTO boggle_open VALUES (2, 1, 19);
INSERT INTO boggle_open VALUES (3, 0, 0);
INSERT INTO boggle_open VALUES (4, 0, 0);
INSERT INTO boggle_open VALUES (5, 0, 0);
INSERT INTO boggle_open VALUES (6, 0, 0);
INSERT INTO boggle_open VALUES (7, 0, 0);
INSERT INTO boggle_reminder VALUES ('gpTLEOwXIic96VyTNdjikr', 1, 'failed', 1, 7, '452 later');
PRAGMA application_id = 2004313442;
PRAGMA user_version = 2;
