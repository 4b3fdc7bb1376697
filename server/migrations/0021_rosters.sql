-- Searching in the middle of words needs trigrams. Without the extension (it is part of PostgreSQL's contrib) every
-- search still finds the same, only by reading all members.
do $$
begin
  create extension if not exists pg_trgm;
  create index members_words on members
    using gin (lower(first_name || ' ' || last_name || ' ' || screen_name || ' ' || email) gin_trgm_ops);
  create index members_phone on members using gin (translate(phone, ' +-().', '') gin_trgm_ops);
  create index cards_words on cards using gin (lower(number) gin_trgm_ops);
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'pg_trgm is not available: searching members reads all of them';
end $$;

-- A message of staff to many members. The key is made with the preview: a confirmation that arrives twice starts one.
create table mailings (
  id integer generated always as identity primary key,
  key text not null unique check (length(key) between 1 and 100),
  subject text not null check (length(subject) between 1 and 150),
  text text not null check (length(text) between 1 and 10000),
  concerns_membership boolean not null,
  left_out integer not null check (left_out >= 0),
  started_by integer not null references members,
  started_at timestamptz not null
);

-- Who has no message yet is still to be written to, once.
create table mailing_recipients (
  mailing_id integer not null references mailings,
  member_id integer not null references members,
  message_id integer unique references messages,
  primary key (mailing_id, member_id)
);
create index mailing_recipients_waiting on mailing_recipients (mailing_id, member_id) where message_id is null;
create index mailing_recipients_member on mailing_recipients (member_id);
