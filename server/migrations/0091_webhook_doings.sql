-- Cards at doors and uses of machines stand in no audit. Webhooks tell of them from their own rows, of which only the
-- number is kept here. Tests are known by their event.
alter table webhook_deliveries
  add column swipe_id bigint,
  add column use_id uuid,
  add check (num_nonnulls(audit_id, swipe_id, use_id) = case when event = 'webhook.test' then 0 else 1 end);
create unique index webhook_deliveries_swipe on webhook_deliveries (receiver_id, swipe_id) where swipe_id is not null;
create unique index webhook_deliveries_use on webhook_deliveries (receiver_id, use_id, event) where use_id is not null;

-- What happened before is not told: when a receiver was added or switched on, or what it is told of was changed.
alter table webhook_receivers add column listens_since timestamptz;
update webhook_receivers set listens_since = now();
alter table webhook_receivers alter column listens_since set not null;
