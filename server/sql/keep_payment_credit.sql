-- Keeps what is left of a payment in step with what it pays, and with what went out of it. It is never below nothing: the
-- table says so, and its row makes those who book at the same time wait for each other.
create or replace function keep_payment_credit() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payments' then
    insert into payment_credits (payment_id, left_cents) values (new.id, new.amount_cents);
  else
    update payment_credits set left_cents = left_cents - new.amount_cents where payment_id = new.payment_id;
    if not found then
      raise exception 'payment % did not come in', new.payment_id;
    end if;
  end if;
  return null;
end $$;
-- One that undoes a refund is left to the payment that was refunded.
create or replace trigger payments_credit after insert on payments
  for each row when (new.amount_cents > 0 and new.reverses_id is null) execute function keep_payment_credit();
create or replace trigger payment_allocations_credit after insert on payment_allocations
  for each row execute function keep_payment_credit();
create or replace trigger payment_takings_credit after insert on payment_takings
  for each row when (new.payment_id is not null) execute function keep_payment_credit();
