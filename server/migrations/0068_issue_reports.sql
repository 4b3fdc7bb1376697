-- What members report as broken, missing or unsafe, and what becomes of it.
create table issue_reports (
  id integer generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  -- Where it is: a device of the portal, or an area in words.
  device_id integer references devices,
  area text not null default '' check (length(area) <= 60),
  is_unsafe boolean not null default false,
  state text not null default 'open' check (state in ('open', 'inProgress', 'done')),
  -- Null: the portal itself, for maintenance that is due.
  reporter_id integer references members,
  reported_at timestamptz not null,
  owner_id integer references members,
  due_on date,
  done_at timestamptz,
  -- The one it is the same as.
  merged_into integer references issue_reports check (merged_into <> id),
  -- Since then the device is locked because of it.
  locked_at timestamptz,
  -- Members who use the device were told that it is unsafe, and that it is back.
  told_at timestamptz,
  told_back_at timestamptz,
  check ((state = 'done') = (done_at is not null)),
  check (merged_into is null or state = 'done')
);
create index issue_reports_reporter on issue_reports (reporter_id, id);
create index issue_reports_device on issue_reports (device_id, id);
create index issue_reports_unfinished on issue_reports (id) where state <> 'done';
create index issue_reports_told on issue_reports (device_id) where told_at is not null and told_back_at is null;
create index issue_reports_merged on issue_reports (merged_into) where merged_into is not null;
create index issue_reports_done on issue_reports (done_at) where done_at is not null;

-- Members who have the same problem and want to hear of it.
create table issue_followers (
  report_id integer not null references issue_reports,
  member_id integer not null references members,
  since timestamptz not null,
  primary key (report_id, member_id)
);
create index issue_followers_member on issue_followers (member_id, report_id);

-- Photos are no pictures of the site: only their member and staff may see them.
create table issue_pictures (
  id integer generated always as identity primary key,
  -- Null until a report names it.
  report_id integer references issue_reports,
  member_id integer not null references members,
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  content bytea not null,
  width integer not null,
  height integer not null,
  added_at timestamptz not null
);
create index issue_pictures_report on issue_pictures (report_id, id);
create index issue_pictures_member on issue_pictures (member_id);
create index issue_pictures_loose on issue_pictures (added_at) where report_id is null;

create table issue_entries (
  id integer generated always as identity primary key,
  report_id integer not null references issue_reports,
  at timestamptz not null,
  -- Null: the portal itself.
  member_id integer references members,
  kind text not null check (kind in (
    'reported', 'state', 'note', 'reply', 'merged', 'owner', 'due', 'lockedOut', 'unlocked', 'told')),
  state text check (state in ('open', 'inProgress', 'done')),
  text text not null default '' check (length(text) <= 2000)
);
create index issue_entries_report on issue_entries (report_id, id);

-- One row for each report and channel that was on, so that one that is down holds up no other.
create table issue_posts (
  report_id integer not null references issue_reports,
  channel text not null check (channel in ('email', 'discord', 'slack', 'trello', 'vikunja')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'givenUp')),
  -- The card or task there, as soon as there is one: a further try makes no second one.
  reference text check (length(reference) <= 100),
  url text check (length(url) <= 500),
  pictures_sent integer not null default 0,
  error text check (length(error) <= 500),
  tries integer not null default 0,
  tried_at timestamptz,
  next_try_at timestamptz,
  -- The email in the outbox, which knows by itself what became of it.
  message_id integer references messages on delete set null,
  primary key (report_id, channel)
);
create index issue_posts_message on issue_posts (message_id) where message_id is not null;
create index issue_posts_failed on issue_posts (report_id) where state in ('failed', 'givenUp');
