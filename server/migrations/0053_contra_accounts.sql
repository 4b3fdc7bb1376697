-- Where the money of an entry came from or went to: with it every entry is a debit and a credit.
alter table ledger_entries add column contra_account text;

-- Entries never change. This once their owner adds to them what the rest of the row says already.
alter table ledger_entries disable trigger ledger_entries_append_only;
update ledger_entries e set contra_account = case
    when o.type = 'stripe' then 'cardClearing'
    when o.type in ('bank', 'cash') then o.type
    when o.type = 'interlock' or d.kind = 'interlock' then 'machineIncome'
    -- What was paid into a vending machine is cash.
    when o.type = 'card' and o.amount_cents > 0 then 'cash'
    when o.type in ('card', 'web') then 'vendingIncome'
    else 'correction'
  end
  -- A reversal goes where the entry it puts right went.
  from ledger_entries o left join devices d on d.id = o.device_id
  where o.id = coalesce(e.reverses_id, e.id);
alter table ledger_entries enable trigger ledger_entries_append_only;

alter table ledger_entries
  alter column contra_account set not null,
  add constraint ledger_entries_contra_account_check check (
    contra_account in
      ('bank', 'cash', 'cardClearing', 'dues', 'machineIncome', 'vendingIncome', 'donation', 'correction')
  );
