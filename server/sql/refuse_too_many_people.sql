-- A plan covers no more people than it is for. Asked as the transaction ends, when the people or the plan have changed:
-- a plan that staff made smaller puts no one out. What a provider of cards says of the plan is taken as it is.
create or replace function refuse_too_many_people() returns trigger language plpgsql as $$
declare
  changed integer;
begin
  if tg_table_name = 'subscriptions' then
    changed := new.id;
  else
    changed := new.subscription_id;
  end if;
  if exists (select from subscriptions s join plans p on p.id = s.plan_id
      where s.id = changed and s.state <> 'ended'
        and p.max_people < 1 + (select count(*) from household_people h
          where h.subscription_id = s.id and h.left_at is null)) then
    raise exception 'subscription % has more people than its plan is for', changed using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger if exists subscriptions_people on subscriptions;
create constraint trigger subscriptions_people after update of plan_id on subscriptions
  deferrable initially deferred for each row when (old.plan_id <> new.plan_id and new.provider_ref is null)
  execute function refuse_too_many_people();
drop trigger if exists household_people_places on household_people;
create constraint trigger household_people_places after insert or update of subscription_id, left_at on household_people
  deferrable initially deferred for each row when (new.left_at is null)
  execute function refuse_too_many_people();
