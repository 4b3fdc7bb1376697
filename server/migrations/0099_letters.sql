-- A message to a member stores the member; where it goes is read when it is sent, and `recipient` then says where that
-- was. `follows_member` is false where the address itself was meant: of people without an account, and the former
-- address in a notice of a change.
alter table messages
  alter column recipient drop not null,
  add column follows_member boolean not null default false,
  -- Members it is about, besides the one it goes to.
  add column about integer[] not null default '{}',
  -- It goes with the visitor it is about.
  add column visitor_id integer references visitors on delete cascade,
  -- Not sent after this.
  add column news_until timestamptz,
  add constraint messages_addressee check (recipient is not null or (follows_member and member_id is not null));
create index messages_about on messages using gin (about) where about <> '{}';
create index messages_visitor on messages (visitor_id) where visitor_id is not null;

update messages set about = array[member_id], member_id = null
  where member_id is not null and template in ('guardianAsked', 'guardianSigned', 'visitorInvited', 'newAccount',
    'returning', 'newMember', 'accountClosed', 'newApplication', 'applicationAnswered', 'returningStepsOpen', 'storageStaff',
    'balanceRefundAsked', 'householdInvited');
update messages set about = array[m.id] from members m
  where template = 'issueReported' and lower(reply_to) = lower(m.email);
update messages set follows_member = true from members m
  where m.id = messages.member_id and m.closed_at is null and messages.state in ('queued', 'kept', 'failed')
    and template not in ('changeEmail', 'emailChangeAsked', 'emailChangeProposed', 'emailChanged', 'ownEmailChanged',
      'goodbye');
update messages set news_until = created_at + case template when 'invitation' then interval '14 days' else interval '1 day' end
  where is_secret;

-- A picture that goes with an email is kept no longer than the picture itself.
alter table message_files add column picture_id integer references issue_pictures on delete cascade;
create index message_files_picture on message_files (picture_id) where picture_id is not null;

-- The member who looks after a report, by number: a name would outlast the account. Empty: no member does.
alter table issue_entries add column owner_id integer references members;
update issue_entries e set owner_id = m.id from members m
  where e.kind = 'owner' and e.text = m.first_name || ' ' || m.last_name and m.closed_at is null
    and not exists (select from members o where o.id <> m.id and o.first_name = m.first_name and o.last_name = m.last_name);
update issue_entries set text = '' where kind = 'owner';

-- The last day on which the work of a day was done, so that what was missed is done later on.
create table daily_jobs (
  name text primary key,
  done_on date not null
);
