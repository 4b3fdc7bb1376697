-- The fee a bank kept beside a direct debit that it sent back: a cost of the space, which it may charge to the member.
alter table debit_clearings add column fee_cents integer not null default 0 check (fee_cents >= 0),
  add column fee_charge_id integer references charges,
  add check (fee_charge_id is null or fee_cents > 0);
create index debit_clearings_fee_charge on debit_clearings (fee_charge_id) where fee_charge_id is not null;
-- The same as its statement says it.
alter table bank_lines add column fee_cents integer not null default 0 check (fee_cents >= 0);
