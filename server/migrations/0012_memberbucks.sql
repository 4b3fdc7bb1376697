-- Who has what of the prepaid balance, in cents. Only the ledger writes here: see the triggers below.
create table balances (
  member_id integer primary key references members,
  balance_cents integer not null default 0,
  last_purchase_at timestamptz
);

-- Every movement, for good. A mistake is put right by an entry that reverses it.
create table ledger_entries (
  id bigint generated always as identity primary key,
  member_id integer not null references members,
  at timestamptz not null,
  amount_cents integer not null check (amount_cents <> 0),
  -- What the member had afterwards; filled in by the database.
  balance_cents integer not null,
  type text not null check (type in ('stripe', 'bank', 'cash', 'card', 'interlock', 'web', 'other')),
  source text not null check (source in ('member', 'staff', 'device', 'payment', 'system')),
  description text not null default '' check (length(description) <= 500),
  actor_kind text not null check (actor_kind in ('anonymous', 'member', 'apiKey', 'device', 'system')),
  actor_id integer,
  device_id integer references devices,
  reverses_id bigint unique references ledger_entries,
  -- What the caller names the movement, so that asking twice books once.
  idempotency_key text check (length(idempotency_key) between 1 and 100),
  unique (member_id, idempotency_key)
);
create index ledger_entries_member on ledger_entries (member_id, id);
create index ledger_entries_device on ledger_entries (device_id, id) where device_id is not null;

create function book_ledger_entry() returns trigger language plpgsql as $$
begin
  insert into balances as held (member_id, balance_cents, last_purchase_at)
  values (new.member_id, new.amount_cents, case when new.source = 'device' and new.type = 'card' then new.at end)
  on conflict (member_id) do update set
    balance_cents = held.balance_cents + new.amount_cents,
    last_purchase_at = greatest(held.last_purchase_at, excluded.last_purchase_at)
  returning held.balance_cents into new.balance_cents;
  return new;
end $$;
create trigger ledger_entries_book before insert on ledger_entries for each row execute function book_ledger_entry();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

create function refuse_balance() returns trigger language plpgsql as $$
begin
  raise exception 'balances change only by ledger entries';
end $$;
create trigger balances_by_ledger before insert or update or delete on balances
  for each row when (pg_trigger_depth() = 0) execute function refuse_balance();
create trigger balances_no_truncate before truncate on balances for each statement execute function refuse_balance();
