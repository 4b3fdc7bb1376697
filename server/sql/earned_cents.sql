-- The part of an amount that is earned by the end of a day: in whole cents, and all of it by the last day of its period.
-- `earnedCents` in server/src/books/rules.ts is the same; a test compares the two.
create or replace function earned_cents(amount_cents bigint, period daterange, through_day date) returns bigint
language sql immutable as $$
  select case
    when through_day < lower(period) then 0
    when through_day >= upper(period) - 1 then amount_cents
    else amount_cents * (through_day - lower(period) + 1) / (upper(period) - lower(period))
  end
$$;
