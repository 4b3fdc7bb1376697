-- A question that members decide: a motion, or an election.
create table motions (
  id integer generated always as identity primary key,
  -- Null: a vote of its own, over days.
  meeting_id integer references meetings on delete cascade,
  kind text not null check (kind in ('motion', 'election')),
  -- The order at a meeting.
  position integer not null default 0,
  title text not null check (length(title) between 1 and 200),
  details text not null default '' check (length(details) <= 5000),
  ballot text not null check (ballot in ('open', 'secret')),
  -- How votes become a result: contract/src/votes/counting.ts.
  method text not null check (method in ('majority', 'approval', 'ranked')),
  seats integer not null default 1 check (seats between 1 and 20),
  -- Carried when for is at least this share of what it is measured against; null: more for than against.
  share_numerator integer check (share_numerator between 1 and 100),
  share_denominator integer check (share_denominator between 1 and 100 and share_numerator <= share_denominator),
  share_of text not null default 'cast' check (share_of in ('cast', 'present', 'roll')),
  -- When it opens and closes by itself; null: staff do it.
  opens_at timestamptz,
  closes_at timestamptz check (closes_at > opens_at),
  opened_at timestamptz,
  closed_at timestamptz check (closed_at >= opened_at),
  -- When the result was counted and shown; of a secret ballot some time after closing.
  published_at timestamptz check (published_at >= closed_at),
  -- The positions of the options in an order drawn at opening, which decides between equal votes.
  lot integer[] not null default '{}',
  -- Facts of the closing that the result is measured against: votes present or represented at a meeting, and the roll.
  present integer check (present >= 0),
  roll integer check (roll >= 0),
  -- The result as it was counted.
  result jsonb,
  -- When those who had not voted were reminded.
  reminded_at timestamptz,
  created_at timestamptz not null,
  created_by integer references members,
  check ((closed_at is null) = (roll is null)),
  check ((published_at is null) = (result is null)),
  check ((kind = 'motion') = (method = 'majority')),
  check ((share_numerator is null) = (share_denominator is null))
);
create index motions_meeting on motions (meeting_id);
create index motions_waiting on motions (opens_at, closes_at) where published_at is null;

-- What can be chosen in an election; a motion has for, against and abstain.
create table motion_options (
  id integer generated always as identity primary key,
  motion_id integer not null references motions on delete cascade,
  position integer not null check (position >= 0),
  name text not null check (length(name) between 1 and 100),
  details text not null default '' check (length(details) <= 2000),
  unique (motion_id, position)
);

-- Who may vote on a motion without a meeting, frozen when it opens. At a meeting it is the roll of the meeting.
create table motion_roll (
  motion_id integer not null references motions on delete cascade,
  member_id integer not null references members,
  primary key (motion_id, member_id)
);
create index motion_roll_member on motion_roll (member_id);

-- Whose vote has been used, and by which member: themselves, or their proxy. Never what was chosen.
create table vote_marks (
  motion_id integer not null references motions on delete cascade,
  principal_id integer not null references members,
  caster_id integer not null references members,
  -- Of a secret ballot: the blinded paper that was signed, so that a lost answer can be asked for again.
  blinded bytea,
  primary key (motion_id, principal_id)
);
create index vote_marks_principal on vote_marks (principal_id);
create index vote_marks_caster on vote_marks (caster_id);

-- What was chosen in an open ballot, by name.
create table open_votes (
  motion_id integer not null,
  principal_id integer not null,
  -- The choice as contract/src/votes/shapes.ts describes it.
  choice jsonb not null,
  cast_at timestamptz not null,
  primary key (motion_id, principal_id),
  foreign key (motion_id, principal_id) references vote_marks on delete cascade
);

-- What a principal wants their proxy to vote.
create table proxy_instructions (
  proxy_id integer not null references proxies on delete cascade,
  motion_id integer not null references motions on delete cascade,
  words text not null check (length(words) between 1 and 500),
  primary key (proxy_id, motion_id)
);
create index proxy_instructions_motion on proxy_instructions (motion_id);

-- How far the mails of a vote of its own are: the members of its roll are written to in the order of their numbers.
create table motion_letters (
  motion_id integer not null references motions on delete cascade,
  kind text not null check (kind in ('opened', 'reminder', 'result')),
  last_member_id integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (motion_id, kind)
);
