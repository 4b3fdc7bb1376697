-- Who answers for a key. Keys from before belong to the member who made them. Of the oldest, and of those made on the
-- command line, no owner is known.
alter table api_keys add column owner_id integer references members;
update api_keys set owner_id = created_by;
create index api_keys_owner on api_keys (owner_id) where revoked_at is null;
alter table device_keys add column owner_id integer references members;
update device_keys set owner_id = created_by;
create index device_keys_owner on device_keys (owner_id) where revoked_at is null;

-- Who let a device connect: a vending machine pays nothing onto this member's balance.
alter table devices add column authorised_by integer references members;
update devices d set authorised_by = (
  select m.id from audit_events e left join members m on e.actor_kind = 'member' and m.id = e.actor_id
  where e.subject_kind = 'device' and e.subject_id = d.id and e.event in ('device.added', 'device.authorised')
  order by e.id desc limit 1
) where d.is_authorised;

-- Who made a screen a kiosk, and whether a card alone is enough there. Where cards were enough before, they still are.
alter table kiosks
  add column authorised_by integer references members,
  add column is_card_enough boolean not null default false;
update kiosks k set is_card_enough = true, authorised_by = (
  select m.id from audit_events e left join members m on e.actor_kind = 'member' and m.id = e.actor_id
  where e.subject_kind = 'kiosk' and e.subject_id = k.id and e.event = 'kiosk.authorised'
  order by e.id desc limit 1
) where k.authorised_at is not null;
