-- What a key of another system is limited to: a kind of device, or some devices; null: all. And who made it.
alter table api_keys
  add column device_kind text check (device_kind in ('door', 'interlock', 'memberbucks')),
  add column device_ids integer[] check (cardinality(device_ids) between 1 and 100),
  add column created_by integer references members,
  add check (device_kind is null or device_ids is null);
