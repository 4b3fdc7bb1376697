-- An agreement may be for visitors, who have no account and sign in at the entrance.
alter table agreements drop constraint agreements_required_of_check;
alter table agreements add constraint agreements_required_of_check
  check (required_of in ('everyone', 'plans', 'visitors'));

create table visitors (
  id integer generated always as identity primary key,
  -- In the address of their page, which the label leads to: nothing that can be guessed.
  code text not null unique check (code ~ '^[2-9a-z]{12}$'),
  name text not null check (length(name) between 1 and 100),
  email text check (length(email) between 3 and 254),
  -- Who they visit; null for a visitor who asked for no one, and once the account is closed.
  host_id integer references members,
  -- The host announced them for this day.
  expected_on date,
  note text not null default '' check (length(note) <= 200),
  created_at timestamptz not null,
  arrived_at timestamptz,
  left_at timestamptz,
  check (expected_on is not null or arrived_at is not null),
  check (left_at is null or left_at >= arrived_at)
);
create index visitors_here on visitors (arrived_at) where arrived_at is not null and left_at is null;
create index visitors_expected on visitors (expected_on) where arrived_at is null;
create index visitors_host on visitors (host_id, id desc);
create index visitors_left on visitors (left_at) where left_at is not null;
create index visitors_arrived on visitors (arrived_at desc, id desc) where arrived_at is not null;

-- Which texts a visitor agreed to.
create table visitor_agreements (
  visitor_id integer not null references visitors on delete cascade,
  version_id integer not null references agreement_versions,
  primary key (visitor_id, version_id)
);

-- What a member leaves in the space with a label on it: a project on a bench, a thing not to take apart, a box.
create table tickets (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('leave', 'handsOff', 'box')),
  member_id integer not null references members,
  what text not null check (length(what) between 1 and 100),
  created_at timestamptz not null,
  -- The last day it may stay; a box has none.
  until_on date,
  -- When its owner was told that it ended, for this last day.
  reminded_at timestamptz,
  removed_at timestamptz,
  check ((kind = 'box') = (until_on is null))
);
create index tickets_member on tickets (member_id, id desc);
create index tickets_open on tickets (until_on, id) where removed_at is null;
create index tickets_removed on tickets (removed_at) where removed_at is not null;
