-- The ballots of a secret vote that is on, sealed, each as long as every other. Nothing that is in a ballot can be read
-- from these rows, from their older versions or from the log of the database once the key of the box is erased, which
-- happens when the vote is published. Which paper a row is of is known by that key alone.
create table sealed_ballots (
  motion_id integer not null references motions on delete cascade,
  mark bytea not null,
  sealed bytea not null,
  primary key (motion_id, mark)
);

-- Where the key of the box is: in a file under DATA_DIR that can be overwritten, or, where the database is elsewhere and
-- several portals may use it, here, encrypted. Neither before the first ballot and after publication.
alter table ballot_keys
  add column box_key_file text check (length(box_key_file) <= 100),
  add column box_key text,
  add check (box_key_file is null or box_key is null);

-- Those published by earlier versions lie in the order of their papers, which is random, without versions of before.
cluster ballots using ballots_pkey;
