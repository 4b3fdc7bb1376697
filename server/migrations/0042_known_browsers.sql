-- Browsers in which a member logged in before: limits that strangers can use up do not hold for them.
create table known_browsers (
  id bigint generated always as identity primary key,
  member_id integer not null references members,
  token_hash bytea not null,
  session_id bigint references sessions on delete set null,
  logged_in_at timestamptz not null,
  unique (token_hash, member_id)
);
create index known_browsers_member on known_browsers (member_id);
create index known_browsers_session on known_browsers (session_id);

-- Members log in with a link that is mailed.
alter table email_links drop constraint email_links_purpose_check;
alter table email_links add constraint email_links_purpose_check
  check (purpose in ('verifyEmail', 'resetPassword', 'changeEmail', 'invitation', 'logIn'));
