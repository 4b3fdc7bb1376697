-- The portal charges, and takes what is due by itself from what a member saved: a payment of dues that is `automatic` is a try.
-- Whether what was saved is not to be tried again, as the bank or Stripe says.
alter table stripe_payments add column is_final boolean not null default false;
-- The number of the try to take its first charge, and the day of the next one, as the member was told: none after the last.
alter table stripe_payments add column try_number integer not null default 1 check (try_number > 0);
alter table stripe_payments add column next_try_on date;
alter table stripe_payments add column told_at timestamptz;
