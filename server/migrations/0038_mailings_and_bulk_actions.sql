-- One row of the outbox stands for all messages of a mailing.
alter table messages add column mailing_id integer references mailings;
update messages set mailing_id = r.mailing_id from mailing_recipients r where r.message_id = messages.id;
create index messages_mailing on messages (mailing_id, state) where mailing_id is not null;
create index messages_single on messages (id) where mailing_id is null;

-- Where the reader of a news email turns news off. Mail programs make a button of it.
alter table messages add column unsubscribe_url text;

-- `first_message_id` is the place of a mailing among other messages. `prepared_at`: everybody who still wants it has a
-- message. `stopped_at`: what had not left by then does not leave.
alter table mailings
  add column recipient_count integer not null default 0,
  add column first_message_id integer,
  add column prepared_at timestamptz,
  add column stopped_at timestamptz,
  add column stopped_by integer references members;
update mailings set (recipient_count, first_message_id) = (
  select count(*), min(message_id) from mailing_recipients r where r.mailing_id = mailings.id);
update mailings set prepared_at = started_at
where not exists (select from mailing_recipients r where r.mailing_id = mailings.id and r.message_id is null);

-- Members choose whether they get news. What concerns their membership they get anyway.
alter table members add column wants_news boolean not null default true;

-- What staff did to many members at once, so that it can be undone as one for 30 days.
create table bulk_actions (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('grant', 'revoke', 'makeMember', 'activate', 'suspend')),
  at timestamptz not null,
  by_id integer references members,
  member_count integer not null,
  undone_at timestamptz,
  undone_by integer references members
);
create index bulk_actions_at on bulk_actions (at);

-- What each of them had before: no source, no grant.
create table bulk_grants (
  action_id integer not null references bulk_actions on delete cascade,
  member_id integer not null references members,
  device_id integer not null references devices,
  source text check (source in ('hand', 'default')),
  granted_at timestamptz,
  granted_by integer references members,
  had_exception boolean not null default false,
  is_changed_since boolean not null default false,
  primary key (action_id, member_id, device_id)
);
create index bulk_grants_unchanged on bulk_grants (member_id, device_id) where not is_changed_since;

create table bulk_standings (
  action_id integer not null references bulk_actions on delete cascade,
  member_id integer not null references members,
  membership_state text not null,
  inactive_by text,
  inactive_reason text,
  first_joined_at timestamptz,
  is_changed_since boolean not null default false,
  primary key (action_id, member_id)
);
create index bulk_standings_unchanged on bulk_standings (member_id) where not is_changed_since;

-- Undoing must not touch what was changed later, whatever changed it, so the tables themselves say so.
create function mark_grant_changes() returns trigger language plpgsql as $$
begin
  update bulk_grants b set is_changed_since = true from changed c
  where b.member_id = c.member_id and b.device_id = c.device_id and not b.is_changed_since;
  return null;
end $$;
create trigger grants_inserted after insert on grants referencing new table as changed
  for each statement execute function mark_grant_changes();
create trigger grants_updated after update on grants referencing new table as changed
  for each statement execute function mark_grant_changes();
create trigger grants_deleted after delete on grants referencing old table as changed
  for each statement execute function mark_grant_changes();

create function mark_standing_change() returns trigger language plpgsql as $$
begin
  update bulk_standings set is_changed_since = true where member_id = new.id and not is_changed_since;
  return null;
end $$;
create trigger members_standing_changed after update of membership_state, suspended_at on members
  for each row when ((old.membership_state, old.suspended_at) is distinct from (new.membership_state, new.suspended_at))
  execute function mark_standing_change();
