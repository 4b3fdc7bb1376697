-- The address somebody wants in place of his own. It replaces it when the link mailed there is followed, and is worth
-- nothing once the address it was asked from is not his any more.
create table email_changes (
  member_id integer primary key references members,
  from_email text not null,
  to_email text not null check (length(to_email) between 3 and 254),
  asked_at timestamptz not null
);

alter table email_links drop constraint email_links_purpose_check;
alter table email_links add constraint email_links_purpose_check
  check (purpose in ('verifyEmail', 'resetPassword', 'changeEmail'));
