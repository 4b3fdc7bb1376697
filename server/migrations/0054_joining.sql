-- What members sign.
create table agreements (
  id integer generated always as identity primary key,
  -- Whether everyone who joins signs it, or the holders of the plans named beside it.
  required_of text not null check (required_of in ('everyone', 'plans')),
  created_at timestamptz not null,
  archived_at timestamptz
);

create table agreement_plans (
  agreement_id integer not null references agreements,
  plan_id integer not null references plans,
  primary key (agreement_id, plan_id)
);

-- The wordings an agreement had, for good: signatures point at them.
create table agreement_versions (
  id integer generated always as identity primary key,
  agreement_id integer not null references agreements,
  number integer not null check (number >= 1),
  title text not null check (length(title) between 1 and 150),
  text text not null check (length(text) between 1 and 50000),
  -- SHA-256 of the title, an empty line and the text.
  text_hash bytea not null check (length(text_hash) = 32),
  in_force_from date not null,
  created_at timestamptz not null,
  created_by integer references members,
  -- When those who had signed an earlier one were asked to sign this one.
  told_at timestamptz,
  unique (agreement_id, number)
);
create function refuse_new_wording() returns trigger language plpgsql as $$
begin
  raise exception 'the wording of an agreement never changes: add a version';
end $$;
create trigger agreement_versions_wording before update on agreement_versions for each row
  when ((old.agreement_id, old.number, old.title, old.text, old.text_hash)
    is distinct from (new.agreement_id, new.number, new.title, new.text, new.text_hash))
  execute function refuse_new_wording();
create trigger agreement_versions_kept before delete or truncate on agreement_versions
  for each statement execute function refuse_change();

-- A minor names a guardian, who signs by a link.
create table guardian_requests (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  guardian_name text not null check (length(guardian_name) between 1 and 100),
  guardian_email text not null check (length(guardian_email) between 3 and 254),
  token_hash bytea not null unique,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Another guardian was asked in place of this one.
  ended_at timestamptz,
  signed_name text check (length(signed_name) between 1 and 100),
  signed_at timestamptz,
  client_address text,
  check ((signed_at is null) = (signed_name is null))
);
create unique index guardian_requests_open on guardian_requests (member_id)
  where signed_at is null and ended_at is null;
create index guardian_requests_asked on guardian_requests (asked_at);

create table agreement_signatures (
  id integer generated always as identity primary key,
  version_id integer not null references agreement_versions,
  member_id integer not null references members,
  signed_name text not null check (length(signed_name) between 1 and 100),
  signed_at timestamptz not null,
  client_address text,
  text_hash bytea not null check (length(text_hash) = 32),
  -- Of a minor, whose signature counts once the guardian has signed too.
  guardian_request_id integer references guardian_requests,
  -- When the account was closed; from then on it is kept for a time.
  member_left_at timestamptz,
  unique (version_id, member_id)
);
create index agreement_signatures_member on agreement_signatures (member_id, id);
create index agreement_signatures_left on agreement_signatures (member_left_at) where member_left_at is not null;
create index agreement_signatures_guardian on agreement_signatures (guardian_request_id)
  where guardian_request_id is not null;

-- Applicants who wait for a decision of staff.
create table applications (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  state text not null check (state in ('waiting', 'asked', 'accepted', 'declined', 'withdrawn')),
  submitted_at timestamptz not null,
  -- Why a person decides: the space wants it of everyone, or staff had made the membership inactive.
  is_returning boolean not null default false,
  question text check (length(question) between 1 and 1000),
  asked_at timestamptz,
  answer text check (length(answer) between 1 and 1000),
  answered_at timestamptz,
  decided_at timestamptz,
  decided_by integer references members,
  reason text check (length(reason) <= 1000),
  check ((state in ('accepted', 'declined', 'withdrawn')) = (decided_at is not null))
);
create unique index applications_current on applications (member_id) where state in ('waiting', 'asked');
create index applications_state on applications (state, submitted_at);
create index applications_member on applications (member_id, id);

-- What is remembered of a member's way into the space.
create table signups (
  member_id integer primary key references members,
  -- When staff were told that a returning member has paid and has steps open; once for each time.
  staff_told_at timestamptz
);
