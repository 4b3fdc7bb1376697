-- What machines sell. One that is removed stays for what was bought of it.
create table products (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  -- What machines call it.
  external_id text not null check (length(external_id) between 1 and 100),
  price_cents integer not null check (price_cents between 1 and 1000000),
  cost_price_cents integer not null default 0 check (cost_price_cents between 0 and 1000000),
  -- Null: not counted.
  stock integer check (stock between 0 and 2000000),
  is_active boolean not null default true,
  picture_hash text references site_images,
  added_at timestamptz not null,
  removed_at timestamptz
);
create unique index products_external_id on products (external_id) where removed_at is null;

-- How much a machine may pay onto balances, in cents: in one go (null: nothing) and in 24 hours (null: no limit).
alter table devices
  add column max_credit_cents integer check (max_credit_cents between 1 and 100000),
  add column max_daily_credit_cents integer check (max_daily_credit_cents between 1 and 100000);

-- What was bought at a machine, or paid in there. Refunded is one whose entry in the ledger is reversed.
create table purchases (
  id bigint generated always as identity primary key,
  device_id integer not null references devices,
  member_id integer not null references members,
  kind text not null check (kind in ('debit', 'credit')),
  amount_cents integer not null check (amount_cents > 0),
  product_id integer references products,
  -- What the machine called it, and what it was listed at and had cost by then.
  product_external_id text,
  listed_price_cents integer,
  cost_price_cents integer,
  -- It was counted off the stock.
  took_stock boolean not null default false,
  -- What the machine called this sale, so that asking again does not buy again.
  request_id text check (length(request_id) between 1 and 100),
  purchased_at timestamptz not null,
  ledger_entry_id bigint not null unique references ledger_entries,
  check ((product_id is null) = (product_external_id is null))
);
create unique index purchases_request on purchases (device_id, request_id);
create index purchases_device on purchases (device_id, id);
create index purchases_member on purchases (member_id, id);
create index purchases_product on purchases (product_id, purchased_at) where product_id is not null;
create trigger purchases_append_only before update or delete or truncate on purchases
  for each statement execute function refuse_change();
