-- Who changed what. Written in the transaction of the change, and never again.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  event text not null,
  actor_kind text not null check (actor_kind in ('anonymous', 'member', 'apiKey', 'device', 'system')),
  actor_id integer,
  subject_kind text,
  subject_id integer,
  data jsonb not null default '{}',
  request_id text
);
create index audit_events_subject on audit_events (subject_kind, subject_id, id);
create index audit_events_actor on audit_events (actor_kind, actor_id, id);
create index audit_events_event on audit_events (event, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
