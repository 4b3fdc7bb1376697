-- The key of a secret ballot. The private half is kept encrypted while the vote is on, and forgotten at closing.
create table ballot_keys (
  motion_id integer primary key references motions on delete cascade,
  public_key jsonb not null,
  private_key text
);

-- What is in the box of a secret ballot. No number that counts up, no time, no member: nothing here says who put it in,
-- when, or in which order.
create table ballots (
  motion_id integer not null references motions on delete cascade,
  paper bytea not null,
  signature bytea not null,
  choice jsonb not null,
  primary key (motion_id, paper)
);
