-- The cents that are earned of each charge after a day (null: from the beginning) and through another.
create or replace function earned_of_charges(after_day date, through_day date)
returns table (charge_id integer, member_id integer, plan_id integer, currency text, amount_cents bigint)
language sql stable as $$
  select c.id, c.member_id, c.plan_id, c.currency, s.through_cents - s.before_cents
  from charges c
  cross join lateral (
    select
      coalesce(earned_cents(
        sum(e.amount_cents) filter (where e.kind <> 'writtenOff'),
        (array_agg(e.period order by e.booked_on desc, e.id desc))[1],
        through_day
      ), 0) as through_cents,
      coalesce(earned_cents(
        sum(e.amount_cents) filter (where e.kind <> 'writtenOff' and e.booked_on <= after_day),
        (array_agg(e.period order by e.booked_on desc, e.id desc) filter (where e.booked_on <= after_day))[1],
        after_day
      ), 0) as before_cents
    from charge_entries e where e.charge_id = c.id and e.booked_on <= through_day
  ) s
  where c.kind = 'period' and s.through_cents <> s.before_cents and c.id in (
    select e.charge_id from charge_entries e where e.period && daterange(after_day, through_day, '(]')
    union
    select e.charge_id from charge_entries e where e.booked_on > after_day and e.booked_on <= through_day
  )
$$;
