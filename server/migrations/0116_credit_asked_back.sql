-- Money left over of payments is asked back as a balance is; one of each can wait.
alter table balance_refunds
  add column source text not null default 'balance' check (source in ('balance', 'credit')),
  -- The currency of a credit; a balance is in that of the site.
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add column payment_id integer references payments,
  drop constraint balance_refunds_check2,
  add constraint balance_refunds_booked check (
    (state = 'paid') = (coalesce(entry_id, payment_id) is not null) and num_nonnulls(entry_id, payment_id) <= 1
  );
create index balance_refunds_payment on balance_refunds (payment_id) where payment_id is not null;
drop index balance_refunds_asked;
create unique index balance_refunds_asked on balance_refunds (member_id, source) where state = 'asked';
