-- Every movement of money after a day (null: from the beginning) and through another, as a debit and a credit. Entries
-- of balances are in the currency of the site, and on the day of its time zone. A kind that is not listed here has no
-- account, and the portal does not read books with such a line: nothing is booked as something else by mistake.
create or replace function journal(site_zone text, site_currency text, after_day date, through_day date)
returns table (
  day date, debit text, credit text, plan_id integer, amount_cents bigint, currency text,
  source text, source_id bigint, member_id integer
)
language sql stable as $$
  select j.day,
    case when j.amount_cents > 0 then j.debit else j.credit end,
    case when j.amount_cents > 0 then j.credit else j.debit end,
    j.plan_id, abs(j.amount_cents), j.currency, j.source, j.source_id, j.member_id
  from (
    -- Dues that were taken from a balance are a payment, too, which is not counted again below.
    select (e.at at time zone site_zone)::date as day,
      case e.contra_account
        when 'dues' then case when p.id is null then 'dues' else 'memberCredit' end
        when 'donation' then 'donations'
        when 'correction' then 'corrections'
        -- The others are accounts of the same name.
        else e.contra_account
      end as debit,
      'balances' as credit, null::integer as plan_id, e.amount_cents::bigint as amount_cents,
      site_currency as currency, 'ledgerEntry' as source, e.id as source_id, e.member_id
    from ledger_entries e
    left join payments p on e.contra_account = 'dues' and p.ledger_entry_id = e.id
    where e.at >= coalesce((after_day + 1)::timestamp at time zone site_zone, '-infinity')
      and e.at < (through_day + 1)::timestamp at time zone site_zone
    union all
    select * from (
      select e.booked_on as day, 'receivables',
        case
          when e.kind = 'writtenOff' then 'writeOffs'
          when c.kind = 'period' then 'deferredIncome'
          when c.kind = 'joiningFee' then 'joiningFees'
          -- No income: money that had left already is asked for again.
          when c.kind = 'toPayBack' then 'memberCredit'
          when c.kind = 'other' then 'otherIncome'
        end,
        c.plan_id, e.amount_cents, c.currency, 'chargeEntry', e.id, c.member_id
      from charge_entries e join charges c on c.id = e.charge_id
      where e.amount_cents <> 0
      union all
      select through_day, 'deferredIncome', 'dues', e.plan_id, e.amount_cents, e.currency, 'earned', e.charge_id, e.member_id
      from earned_of_charges(after_day, through_day) e
      union all
      select p.paid_on,
        case p.method
          when 'bank' then 'bank'
          when 'cash' then 'cash'
          when 'card' then 'cardClearing'
          -- Debits that a provider collects come with its payouts; those of the space's own bank do not.
          when 'directDebit' then
            case when coalesce(p.provider_ref, o.provider_ref) is null then 'directDebitClearing' else 'cardClearing' end
          when 'balance' then 'corrections'
          when 'other' then 'otherMoney'
        end,
        'memberCredit', null, p.amount_cents, p.currency, 'payment', p.id, p.member_id
      from payments p left join payments o on o.id = p.reverses_id
      where p.ledger_entry_id is null
      union all
      select a.booked_on, 'memberCredit', 'receivables', null, a.amount_cents, p.currency, 'allocation', a.id, p.member_id
      from payment_allocations a join payments p on p.id = a.payment_id
      union all
      select d.booked_on, 'bank', 'directDebitClearing', null, d.amount_cents + d.fee_cents, d.currency, 'debitClearing', d.id,
        b.member_id
      from debit_clearings d left join debits b on b.id = d.debit_id
      union all
      select d.booked_on, 'bankFees', 'bank', null, d.fee_cents, d.currency, 'bankFee', d.id, b.member_id
      from debit_clearings d left join debits b on b.id = d.debit_id where d.fee_cents <> 0
      union all
      select booked_on, 'cardFees', 'cardClearing', null, fee_cents, currency, 'cardFee', id, null
      from stripe_movements where fee_cents <> 0
      union all
      select booked_on, account, 'cardClearing', null, -amount_cents, currency, 'cardBalance', id, null
      from stripe_movements where account is not null and amount_cents <> 0
      union all
      select s.booked_on, 'cardClearing', s.account, null, case when s.turn % 2 = 1 then m.amount_cents else -m.amount_cents end,
        m.currency, 'cardSetAside', m.id, null
      from stripe_set_asides s join stripe_movements m on m.id = s.movement_id
    ) booked where booked.day > coalesce(after_day, '-infinity') and booked.day <= through_day
  ) j
$$;
