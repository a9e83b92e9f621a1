-- Made by wordhost before it used kysely and pg: PostgreSQL.
CREATE TABLE public.boggle_game (
    id text NOT NULL,
    seed text NOT NULL,
    board text NOT NULL,
    user1 text NOT NULL,
    user2 text NOT NULL,
    name1 text NOT NULL,
    name2 text NOT NULL,
    turns bigint NOT NULL,
    turns_left bigint NOT NULL,
    next bigint NOT NULL,
    points1 bigint NOT NULL,
    points2 bigint NOT NULL,
    found text NOT NULL,
    message text NOT NULL,
    winner bigint,
    changes bigint NOT NULL,
    made_at bigint NOT NULL,
    changed_at bigint NOT NULL
);
CREATE TABLE public.boggle_move (
    game text NOT NULL,
    number bigint NOT NULL,
    seat bigint NOT NULL,
    word text NOT NULL,
    points bigint,
    path text,
    reason text,
    message text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.boggle_open (
    shard bigint NOT NULL,
    games bigint NOT NULL,
    turns bigint NOT NULL
);
CREATE TABLE public.boggle_reminder (
    game text NOT NULL,
    turn bigint NOT NULL,
    state text NOT NULL,
    tries bigint NOT NULL,
    try_at bigint NOT NULL,
    problem text
);
CREATE TABLE public.boggle_user (
    id text NOT NULL,
    name text NOT NULL,
    email text,
    token_hash text NOT NULL,
    wins bigint NOT NULL,
    draws bigint NOT NULL,
    losses bigint NOT NULL,
    share bigint NOT NULL,
    made_at bigint NOT NULL
);
CREATE TABLE public.wordhost_version (
    version bigint NOT NULL
);
INSERT INTO public.boggle_game VALUES ('g4U_A1qGf4X74-SDlCtJGj', '27', 'TAFE/QuYCH/SALT/PDLH', 'uIBw085zbFT1rtV-tLXngS', 'uSciMP9kfezoXjYmOGtwxX', 'john', 'särah ''o\?$1', 2, 0, 0, 5, 0, '[["SQUALLY",1]]', 'Sorry! The word "DOG" is not in the board. john wins! Game over!', 1, 2, 4, 6);
INSERT INTO public.boggle_game VALUES ('gvsRzPMyZ12Qi2A2WkAQ-I', '27', 'TAFE/QuYCH/SALT/PDLH', 'uSciMP9kfezoXjYmOGtwxX', 'uIBw085zbFT1rtV-tLXngS', 'särah ''o\?$1', 'john', 20, 19, 2, 1, 0, '[["AQUA",1]]', 'Correct! 1 points for the word "AQUA"', NULL, 1, 7, 8);
INSERT INTO public.boggle_game VALUES ('gjVVAVPu49e5woyZCxXQNI', '27', 'TAFE/QuYCH/SALT/PDLH', 'uIBw085zbFT1rtV-tLXngS', 'udO92eOB_kuurdR8aOgHYr', 'john', 'idle', 9, 9, 0, 0, 0, '[]', 'idle cancelled the game. john wins!', 1, 1, 9, 10);
INSERT INTO public.boggle_move VALUES ('g4U_A1qGf4X74-SDlCtJGj', 1, 1, 'SQUALLY', 5, '[8,4,9,14,10,5]', NULL, 'Correct! 5 points for the word "SQUALLY"', 5);
INSERT INTO public.boggle_move VALUES ('g4U_A1qGf4X74-SDlCtJGj', 2, 2, 'DOG', NULL, NULL, 'notonboard', 'Sorry! The word "DOG" is not in the board. john wins! Game over!', 6);
INSERT INTO public.boggle_move VALUES ('gvsRzPMyZ12Qi2A2WkAQ-I', 1, 1, 'AQUA', 1, '[1,4,9]', NULL, 'Correct! 1 points for the word "AQUA"', 8);
INSERT INTO public.boggle_open VALUES (0, 0, 0);
INSERT INTO public.boggle_open VALUES (3, 0, 0);
INSERT INTO public.boggle_open VALUES (4, 0, 0);
INSERT INTO public.boggle_open VALUES (5, 0, 0);
INSERT INTO public.boggle_open VALUES (6, 0, 0);
INSERT INTO public.boggle_open VALUES (7, 0, 0);
INSERT INTO public.boggle_open VALUES (2, 0, 0);
INSERT INTO public.boggle_open VALUES (1, 1, 19);
INSERT INTO public.boggle_reminder VALUES ('gvsRzPMyZ12Qi2A2WkAQ-I', 1, 'failed', 1, 7, '452 later');
INSERT INTO public.boggle_user VALUES ('uSciMP9kfezoXjYmOGtwxX', 'särah ''o\?$1', NULL, 'Ts0JmnQcrSP7XEtdzvfxDLzb_FTnNXKLDztpYld_6mk', 0, 0, 1, 0, 2);
INSERT INTO public.boggle_user VALUES ('uIBw085zbFT1rtV-tLXngS', 'john', 'john@example.org', 'ezJW34mZ67ht6WA3IF7W3Wv-YgyPmYLRY2hDugsD3Ng', 2, 0, 0, 1000000000, 1);
INSERT INTO public.boggle_user VALUES ('udO92eOB_kuurdR8aOgHYr', 'idle', NULL, 'F8GZsqZXlmc8hJTCLHJyqVh8VzW8bgXuPUWg37zSbfU', 0, 0, 1, 0, 3);
INSERT INTO public.wordhost_version VALUES (2);
ALTER TABLE ONLY public.boggle_game
    ADD CONSTRAINT boggle_game_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.boggle_move
    ADD CONSTRAINT boggle_move_pkey PRIMARY KEY (game, number);
ALTER TABLE ONLY public.boggle_open
    ADD CONSTRAINT boggle_open_pkey PRIMARY KEY (shard);
ALTER TABLE ONLY public.boggle_reminder
    ADD CONSTRAINT boggle_reminder_pkey PRIMARY KEY (game, turn);
ALTER TABLE ONLY public.boggle_user
    ADD CONSTRAINT boggle_user_name_key UNIQUE (name);
ALTER TABLE ONLY public.boggle_user
    ADD CONSTRAINT boggle_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.boggle_user
    ADD CONSTRAINT boggle_user_token_hash_key UNIQUE (token_hash);
CREATE INDEX boggle_game_next ON public.boggle_game USING btree (next, changed_at);
CREATE INDEX boggle_game_user1 ON public.boggle_game USING btree (user1, made_at);
CREATE INDEX boggle_game_user2 ON public.boggle_game USING btree (user2, made_at);
CREATE INDEX boggle_user_rank ON public.boggle_user USING btree (share DESC, wins DESC, made_at, id);
ALTER TABLE ONLY public.boggle_game
    ADD CONSTRAINT boggle_game_user1_fkey FOREIGN KEY (user1) REFERENCES public.boggle_user(id);
ALTER TABLE ONLY public.boggle_game
    ADD CONSTRAINT boggle_game_user2_fkey FOREIGN KEY (user2) REFERENCES public.boggle_user(id);
ALTER TABLE ONLY public.boggle_move
    ADD CONSTRAINT boggle_move_game_fkey FOREIGN KEY (game) REFERENCES public.boggle_game(id);
ALTER TABLE ONLY public.boggle_reminder
    ADD CONSTRAINT boggle_reminder_game_fkey FOREIGN KEY (game) REFERENCES public.boggle_game(id);
