-- Staff invite people: the link by which they choose their first password.
alter table email_links drop constraint email_links_purpose_check;
alter table email_links add constraint email_links_purpose_check
  check (purpose in ('verifyEmail', 'resetPassword', 'changeEmail', 'invitation'));

-- What waits for staff is counted on their first page.
create index members_unverified on members (id) where email_verified_at is null and closed_at is null;
create index messages_failed on messages (created_at) where state = 'failed';
