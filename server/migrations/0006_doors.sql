-- Every swipe a door reported: what it did, and what we make of it.
create table swipes (
  id bigint generated always as identity primary key,
  device_id integer not null references devices,
  member_id integer references members,
  card_number text,
  outcome text not null check (outcome in ('granted', 'refused', 'lockedOut')),
  refusal text check (refusal in ('unknownCard', 'noCard', 'suspended', 'notActive', 'lockedOut', 'noGrant', 'notSignedIn', 'staleList')),
  swiped_at timestamptz not null,
  check ((outcome = 'granted') = (refusal is null))
);
create index swipes_member on swipes (member_id, id);
create index swipes_device on swipes (device_id, id);
