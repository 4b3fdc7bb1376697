-- Who gave it, where a person did. What members have by default names whoever switched the default on.
alter table grants add column granted_by integer references members;
update grants g set granted_by = e.actor_id
from (
  select distinct on (subject_id, data ->> 'deviceId') subject_id, data ->> 'deviceId' as device_id, actor_id
  from audit_events
  where event = 'door.granted' and subject_kind = 'member' and actor_kind = 'member'
  order by subject_id, data ->> 'deviceId', id desc
) e
where g.source = 'hand' and g.member_id = e.subject_id and g.device_id::text = e.device_id;

-- From whom staff took by hand what members have by default. No default gives it back, only a grant by hand.
create table default_exceptions (
  member_id integer not null references members,
  device_id integer not null references devices,
  since timestamptz not null,
  primary key (member_id, device_id)
);
create index default_exceptions_device on default_exceptions (device_id);

-- Why a device refuses everybody, for those who want to use it.
alter table devices add column lockout_reason text check (length(lockout_reason) between 1 and 200);
alter table devices add check (is_locked_out or lockout_reason is null);

-- An event about many members names them, and belongs to the log of each.
create index audit_events_members on audit_events using gin ((data -> 'memberIds') jsonb_path_ops) where data ? 'memberIds';
-- The last cards nobody has, at each door: they can be claimed for a moment.
create index swipes_unknown on swipes (device_id, id) where member_id is null and card_number is not null;
