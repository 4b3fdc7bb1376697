-- Payments that came from a statement keep our reference or the bank's number, as those booked later do: what else a
-- payer wrote on a transfer stands on its line, and goes with it.
alter table payments disable trigger payments_append_only;
with booked as (
  select payment_id, bank_reference from bank_lines where payment_id is not null
  union all
  select p.payment_id, l.bank_reference from bank_line_parts p join bank_lines l on l.id = p.line_id
  where p.payment_id is not null
)
update payments p
set reference = coalesce(substring(p.reference from 'RF ?\d ?\d ?[DBEC](?: ?\d){6,10}'), b.bank_reference)
from booked b
where b.payment_id = p.id and p.reference <> b.bank_reference and p.method = 'bank';
alter table payments enable trigger payments_append_only;
