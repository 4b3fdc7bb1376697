-- Which column of a CSV statement means what, by the layout the file is known by.
create table bank_columns (
  heading text primary key check (length(heading) between 1 and 4000),
  columns jsonb not null,
  changed_at timestamptz not null
);

create table bank_imports (
  id integer generated always as identity primary key,
  file_name text not null check (length(file_name) <= 200),
  format text not null check (format in ('camt', 'mt940', 'ofx', 'csv')),
  added integer not null check (added >= 0),
  known integer not null check (known >= 0),
  at timestamptz not null,
  member_id integer references members
);

-- Accounts whose members let the space debit them.
create table bank_mandates (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  scheme text not null check (scheme in ('sepa', 'becs')),
  reference text not null unique check (reference ~ '^[A-Z0-9-]{1,35}$'),
  holder text not null check (length(holder) <= 70),
  -- The whole number, encrypted; null once it is not needed any more. Its end is what people see.
  sealed_account text,
  account_end text not null check (length(account_end) <= 4),
  text text not null check (length(text) <= 2000),
  signed_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text check (length(revoked_reason) <= 300),
  check (revoked_at is not null or sealed_account is not null)
);
create unique index bank_mandates_current on bank_mandates (member_id) where revoked_at is null;
create index bank_mandates_member on bank_mandates (member_id, id);
create index bank_mandates_revoked on bank_mandates (revoked_at) where sealed_account is not null;

create table debit_runs (
  id integer generated always as identity primary key,
  reference text not null unique check (length(reference) between 1 and 35),
  scheme text not null check (scheme in ('sepa', 'becs')),
  collect_on date not null,
  made_at timestamptz not null,
  made_by integer references members,
  sent_at timestamptz,
  cancelled_at timestamptz
);

create table debits (
  id integer generated always as identity primary key,
  run_id integer not null references debit_runs,
  charge_id integer not null references charges,
  member_id integer not null references members,
  mandate_id integer not null references bank_mandates,
  amount_cents integer not null check (amount_cents > 0),
  -- What the bank calls it when it sends it back.
  reference text not null unique check (length(reference) between 1 and 35),
  state text not null check (state in ('announced', 'sent', 'settled', 'returned', 'cancelled')),
  payment_id integer unique references payments,
  return_reason text check (length(return_reason) <= 300),
  ended_at timestamptz,
  check (state <> 'settled' or payment_id is not null)
);
create index debits_run on debits (run_id, id);
create index debits_member on debits (member_id, id);
create index debits_mandate on debits (mandate_id);
create unique index debits_open on debits (charge_id) where state in ('announced', 'sent');

create table bank_lines (
  id integer generated always as identity primary key,
  import_id integer not null references bank_imports,
  -- The account of the space.
  account text not null check (length(account) between 1 and 60),
  -- A hash of what tells the line from others, and which of several that are alike.
  identity bytea not null check (length(identity) = 32),
  ordinal integer not null check (ordinal >= 0),
  format text not null check (format in ('camt', 'mt940', 'ofx', 'csv')),
  booked_on date not null,
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  text text not null check (length(text) <= 2000),
  payer_name text not null check (length(payer_name) <= 200),
  payer_account text not null check (length(payer_account) <= 60),
  bank_reference text not null check (length(bank_reference) <= 200),
  -- What we called a direct debit that this line is about.
  end_to_end text not null check (length(end_to_end) <= 100),
  return_reason text not null check (length(return_reason) <= 100),
  state text not null check (state in ('waiting', 'confirmed', 'setAside', 'outgoing')),
  kind text check (kind in ('dues', 'topUp', 'donation', 'debitSettled', 'debitReturn')),
  member_id integer references members,
  payment_id integer unique references payments,
  ledger_entry_id bigint unique references ledger_entries,
  -- A donation goes through the balance and leaves it at once.
  donation_entry_id bigint unique references ledger_entries,
  run_id integer references debit_runs,
  debit_id integer references debits,
  reason text check (length(reason) <= 300),
  decided_at timestamptz,
  decided_by integer references members,
  unique (account, identity, ordinal),
  check ((state = 'confirmed') = (kind is not null)),
  check (state <> 'setAside' or reason is not null)
);
create index bank_lines_waiting on bank_lines (booked_on, id) where state = 'waiting';
create index bank_lines_done on bank_lines (decided_at desc, id desc) where state in ('confirmed', 'setAside');
create index bank_lines_booked on bank_lines (booked_on, amount_cents);
create index bank_lines_member on bank_lines (member_id) where member_id is not null;

-- Which account paid for which member before: a hash, because nothing else has to be known of it.
create table bank_payers (
  id integer generated always as identity primary key,
  account text not null,
  member_id integer not null references members,
  kind text not null check (kind in ('dues', 'topUp', 'donation')),
  line_id integer not null references bank_lines,
  confirmed_at timestamptz not null,
  unique (account, member_id)
);
create index bank_payers_member on bank_payers (member_id);
