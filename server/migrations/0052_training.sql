-- What members are shown before they use something dangerous: an induction, a course for a machine.
create table certificates (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 1000),
  -- How members earn it by themselves. Trainers and staff can always award it.
  course text not null default 'none' check (course in ('none', 'builtIn', 'moodle', 'canvas')),
  -- The course there, and where members take it.
  course_ref text not null default '' check (length(course_ref) <= 100),
  course_url text not null default '' check (length(course_url) <= 500),
  pass_percent integer not null default 100 check (pass_percent between 0 and 100),
  -- After a failed quiz.
  cool_down_hours integer not null default 24 check (cool_down_hours between 0 and 720),
  questions jsonb not null default '[]',
  -- An award lasts so long; null: for ever.
  valid_days integer check (valid_days between 1 and 3650),
  -- It ends when the member has not used what needs it for so long.
  unused_days integer check (unused_days between 7 and 3650),
  remind_days integer[] not null default '{30,7}' check (cardinality(remind_days) <= 5),
  -- The one that joining asks for.
  is_induction boolean not null default false,
  created_at timestamptz not null,
  archived_at timestamptz,
  check (not (is_induction and archived_at is not null))
);
create unique index certificates_name on certificates (lower(name)) where archived_at is null;
create unique index certificates_induction on certificates (is_induction) where is_induction;

-- What members read before the questions.
create table certificate_pages (
  certificate_id integer not null references certificates,
  position integer not null check (position >= 0),
  title text not null check (length(title) between 1 and 100),
  body text not null default '' check (length(body) <= 5000),
  picture_hash text references site_images,
  primary key (certificate_id, position)
);
create index certificate_pages_picture on certificate_pages (picture_hash) where picture_hash is not null;

create table certificate_requirements (
  device_id integer not null references devices,
  certificate_id integer not null references certificates,
  primary key (device_id, certificate_id)
);
create index certificate_requirements_certificate on certificate_requirements (certificate_id);

create table certificate_trainers (
  certificate_id integer not null references certificates,
  member_id integer not null references members,
  since timestamptz not null,
  primary key (certificate_id, member_id)
);
create index certificate_trainers_member on certificate_trainers (member_id);

-- A member has a certificate. Rows end and stay; a renewal is another row.
create table awards (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  certificate_id integer not null references certificates,
  at timestamptz not null,
  -- Who awarded it; null for a course and an import.
  awarded_by integer references members,
  source text not null check (source in ('trainer', 'quiz', 'staff', 'moodle', 'canvas', 'import')),
  -- The first day without it.
  expires_on date,
  -- The last day on which the member used what needs it, as far as that is known.
  used_on date,
  -- The reminder that was sent last, as so many days before the end.
  reminded_days integer,
  ended_at timestamptz,
  end_kind text check (end_kind in ('expired', 'unused', 'withdrawn', 'renewed', 'closed')),
  end_reason text check (length(end_reason) <= 300),
  ended_by integer references members,
  check ((ended_at is null) = (end_kind is null))
);
create unique index awards_current on awards (member_id, certificate_id) where ended_at is null;
create index awards_member on awards (member_id, id);
create index awards_certificate on awards (certificate_id, id);
create index awards_expiring on awards (expires_on) where ended_at is null and expires_on is not null;
create trigger awards_kept before delete or truncate on awards for each statement execute function refuse_change();

create table quiz_attempts (
  id integer generated always as identity primary key,
  certificate_id integer not null references certificates,
  member_id integer not null references members,
  at timestamptz not null,
  percent integer not null check (percent between 0 and 100),
  is_passed boolean not null,
  -- No other try before then.
  retry_at timestamptz
);
create index quiz_attempts_member on quiz_attempts (member_id, certificate_id, at);
create index quiz_attempts_at on quiz_attempts (at);
