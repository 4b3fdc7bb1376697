-- Who may vote at a meeting, from the moment the roll is frozen.
create table meeting_roll (
  meeting_id integer not null references meetings on delete cascade,
  member_id integer not null references members,
  -- Staff corrected the roll by hand after it was frozen, and why.
  added_by integer references members,
  reason text not null default '' check (length(reason) <= 200),
  primary key (meeting_id, member_id)
);
create index meeting_roll_member on meeting_roll (member_id);

-- A member is at a meeting from one instant to another; who leaves and returns has two rows.
create table meeting_attendance (
  id integer generated always as identity primary key,
  meeting_id integer not null references meetings on delete cascade,
  member_id integer not null references members,
  arrived_at timestamptz not null,
  left_at timestamptz check (left_at >= arrived_at),
  how text not null check (how in ('card', 'code', 'name', 'import')),
  -- Who ticked their name; null: they did it themselves.
  recorded_by integer references members
);
create unique index meeting_attendance_present on meeting_attendance (meeting_id, member_id) where left_at is null;
create index meeting_attendance_meeting on meeting_attendance (meeting_id, arrived_at);
create index meeting_attendance_member on meeting_attendance (member_id);

-- Who staff took off a frozen roll, and why: those members read it.
create table meeting_roll_removals (
  meeting_id integer not null references meetings on delete cascade,
  member_id integer not null references members,
  removed_by integer references members,
  removed_at timestamptz not null,
  reason text not null check (length(reason) between 1 and 200),
  primary key (meeting_id, member_id)
);
create index meeting_roll_removals_member on meeting_roll_removals (member_id);

-- How many had to be there, as the settings were when the meeting was opened.
create table meeting_quorum_rules (
  meeting_id integer primary key references meetings on delete cascade,
  kind text not null check (kind in ('none', 'number', 'share', 'committee')),
  number integer not null check (number >= 0),
  percent integer not null check (percent between 1 and 100),
  committee integer not null check (committee >= 0),
  counts_proxies boolean not null
);

-- At which kiosks a card held to the reader checks its owner in, and for which meeting.
create table meeting_kiosks (
  kiosk_id integer primary key references kiosks on delete cascade,
  meeting_id integer not null references meetings on delete cascade,
  set_by integer references members,
  set_at timestamptz not null
);
create index meeting_kiosks_meeting on meeting_kiosks (meeting_id);

-- What the meeting is talking about now, for the wall and for phones.
alter table meetings add column current_item_id integer references meeting_items on delete set null;
create index meetings_current_item on meetings (current_item_id) where current_item_id is not null;
