-- A payment that goes out says of what it was taken, all of it, and one that undoes it gives as much back. Its trigger
-- looks when the transaction ends.
create or replace function check_payment_taken() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_cents), 0) from payment_takings where taken_by_id = new.id) <> -new.amount_cents then
    raise exception 'payment % does not say of what it was taken', new.id;
  end if;
  return null;
end $$;
drop trigger if exists payments_taken on payments;
create constraint trigger payments_taken after insert on payments deferrable initially deferred
  for each row when (new.amount_cents < 0 or new.reverses_id is not null) execute function check_payment_taken();
