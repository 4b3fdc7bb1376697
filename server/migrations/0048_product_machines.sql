-- A product may belong to one machine, which calls it by its slot; without one it is what every machine calls so.
alter table products add column device_id integer references devices;
drop index products_external_id;
create unique index products_external_id on products (external_id, device_id) nulls not distinct
  where removed_at is null;
