-- A charge keeps the plan it was for, whatever becomes of the subscription.
create or replace function fill_plan_of_charge() returns trigger language plpgsql as $$
begin
  new.plan_id := (select plan_id from subscriptions where id = new.subscription_id);
  return new;
end $$;
