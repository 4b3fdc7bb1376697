-- A coupon counts for no more periods than it has.
create or replace function refuse_coupon_periods() returns trigger language plpgsql as $$
begin
  if exists (select from coupon_uses u join coupons k on k.id = u.coupon_id
      where u.id = new.coupon_use_id and k.periods < u.periods_before + (
        select sum(c.coupon_periods) from charges c where c.coupon_use_id = u.id and c.state <> 'void')) then
    raise exception 'use % of a coupon counts for more periods than there are', new.coupon_use_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger if exists charges_coupon_periods on charges;
create constraint trigger charges_coupon_periods after insert on charges
  deferrable initially deferred for each row when (new.coupon_periods > 0)
  execute function refuse_coupon_periods();
