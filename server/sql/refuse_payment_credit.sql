create or replace function refuse_payment_credit() returns trigger language plpgsql as $$
begin
  raise exception 'what is left of a payment changes only by what it pays and what is taken of it';
end $$;
create or replace trigger payment_credits_by_bookings before insert or update or delete on payment_credits
  for each row when (pg_trigger_depth() = 0) execute function refuse_payment_credit();
create or replace trigger payment_credits_no_truncate before truncate on payment_credits
  for each statement execute function refuse_payment_credit();
