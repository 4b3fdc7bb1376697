-- What each door was last sent, to hold against what it should have. `cards` are separated as lists are when read.
create table door_lists (
  device_id integer primary key references devices,
  hash text not null,
  card_count integer not null check (card_count >= 0),
  cards text not null,
  sent_at timestamptz not null,
  -- Since when it has been seen to lack a change; the watch over the fleet notes it.
  behind_since timestamptz
);
