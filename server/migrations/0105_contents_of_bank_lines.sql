-- Lines are compared by what stands on them, and counted: there is no number among those of a file any more. `identity`
-- is kept for lines whose names and texts are erased.
alter table bank_lines drop constraint bank_lines_account_identity_ordinal_key,
  drop column ordinal,
  -- A line of an earlier file that this one may be, in other words or from another format.
  add column twin_id integer references bank_lines;
create index bank_lines_twin on bank_lines (twin_id) where twin_id is not null;

update bank_lines l set twin_id = o.id
  from bank_lines o
  where o.booked_on = l.booked_on and o.amount_cents = l.amount_cents and o.currency = l.currency
    and o.format <> l.format and o.id < l.id
    and not exists (
      select from bank_lines e
      where e.booked_on = l.booked_on and e.amount_cents = l.amount_cents and e.currency = l.currency
        and e.format <> l.format and e.id < o.id
    );
