-- What the nightly clean-up did with each kind of data. `uncounted` was deleted since the last audit event about it.
create table retention_runs (
  name text primary key,
  ran_at timestamptz,
  deleted bigint not null default 0,
  total bigint not null default 0,
  uncounted bigint not null default 0
);

-- A message or a mailing that is no longer kept takes its line among the recipients with it.
alter table mailing_recipients drop constraint mailing_recipients_message_id_fkey;
alter table mailing_recipients add constraint mailing_recipients_message_id_fkey
  foreign key (message_id) references messages on delete cascade;
alter table mailing_recipients drop constraint mailing_recipients_mailing_id_fkey;
alter table mailing_recipients add constraint mailing_recipients_mailing_id_fkey
  foreign key (mailing_id) references mailings on delete cascade;

-- The audit stays append-only; what is old may go. This rule says how old at least, whatever the settings say.
create function audit_event_kept_for(event text) returns interval language sql immutable as $$
  select case
    when event like 'memberbucks.%' or event like 'purchase.%'
      or event in ('interlock.pricesChanged', 'interlock.jumpAccepted', 'interlock.jumpRejected') then interval '3652 days'
    when event in ('account.loggedIn', 'account.loggedInByLink', 'account.loginFailed', 'account.failuresNotKept', 'account.passwordRefused',
      'account.loggedOut', 'account.kioskLoggedIn', 'account.pinRefused', 'account.sessionEnded') then interval '90 days'
    else interval '365 days'
  end
$$;

drop trigger audit_events_append_only on audit_events;
create trigger audit_events_append_only before truncate on audit_events
  for each statement execute function refuse_change();
create function keep_young_audit_event() returns trigger language plpgsql as $$
begin
  if old.at < now() - audit_event_kept_for(old.event) then
    return old;
  end if;
  raise exception 'audit_events is append-only';
end $$;
create trigger audit_events_keep_young before delete on audit_events
  for each row execute function keep_young_audit_event();

-- Until now nothing of this was deleted. A space that has older data keeps all of it until an administrator sets a time.
insert into settings (key, value, changed_at)
select key, '0'::jsonb, now() from (values
  ('KEEP_SWIPES_DAYS', exists (select from swipes where member_id is not null and swiped_at < now() - interval '731 days')),
  ('KEEP_UNKNOWN_CARDS_DAYS', exists (select from swipes where member_id is null and swiped_at < now() - interval '90 days')),
  ('KEEP_VISITS_DAYS', exists (select from visits where signed_out_at < now() - interval '1096 days')),
  ('KEEP_USES_DAYS', exists (select from interlock_sessions where cost_cents = 0 and ended_at < now() - interval '1096 days')),
  ('KEEP_MESSAGES_DAYS', exists (select from messages where created_at < now() - interval '1096 days')),
  ('KEEP_LOGINS_DAYS', exists (select from audit_events where audit_event_kept_for(event) = interval '90 days'
    and at < now() - interval '365 days')),
  ('KEEP_AUDIT_DAYS', exists (select from audit_events where at < now() - interval '3653 days'))
) as kept (key, has_older) where has_older
on conflict (key) do nothing;
