-- Members beside staff who may say when the space is open: who has a key or the code of the alarm is known to people only.
create table key_holders (
  member_id integer primary key references members,
  added_at timestamptz not null
);

-- When a key-holder will be there.
create table openings (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  -- The same for those that were announced together, week by week.
  series uuid,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at and ends_at <= starts_at + interval '25 hours'),
  -- When it was to begin before its key-holder said that they are late.
  planned_for timestamptz check (planned_for < starts_at),
  note text not null default '' check (length(note) <= 200),
  cancelled_at timestamptz,
  created_at timestamptz not null
);
create index openings_ends on openings (ends_at);
create index openings_member on openings (member_id, starts_at);
create index openings_series on openings (series) where series is not null;

-- Members who want an email when an opening is announced, moved or cancelled.
create table opening_followers (
  member_id integer primary key references members,
  since timestamptz not null,
  -- What they were emailed last, so that a job that runs twice does not email them twice.
  told_of uuid
);

-- A member has one secret address for each calendar.
alter table calendar_feeds add column feed text not null default 'meetings' check (feed in ('meetings', 'openings'));
alter table calendar_feeds alter column feed drop default;
alter table calendar_feeds drop constraint calendar_feeds_pkey;
alter table calendar_feeds add primary key (member_id, feed);

-- A wall display is authorised like a kiosk, but no card logs in there.
alter table kiosks add column kind text not null default 'kiosk' check (kind in ('kiosk', 'display'));
alter table kiosks add check (kind = 'kiosk' or not is_card_enough);

-- What a space shows of its own on wall displays.
create table display_slides (
  id integer generated always as identity primary key,
  position integer not null check (position >= 0),
  title text not null default '' check (length(title) <= 100),
  text text not null default '' check (length(text) <= 600),
  picture_hash text references site_images,
  seconds integer not null default 15 check (seconds between 5 and 120),
  shows_from date,
  shows_until date check (shows_until >= shows_from),
  is_on boolean not null default true,
  added_at timestamptz not null,
  check (title <> '' or text <> '' or picture_hash is not null)
);
create index display_slides_position on display_slides (position, id);
create index display_slides_picture on display_slides (picture_hash) where picture_hash is not null;
