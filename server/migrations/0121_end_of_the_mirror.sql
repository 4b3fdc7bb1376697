-- The portal charges by itself: prices at Stripe, and when a subscription there was last looked at, are read by nothing.
drop table stripe_prices;
alter table subscriptions drop column provider_seen_at;

-- Invoices of Stripe's subscriptions stay as what members were asked for; how they were to be paid is over.
drop index stripe_invoices_open;
alter table stripe_invoices drop column hosted_url, drop column needs_confirmation, drop column attempts,
  drop column next_attempt_at, drop column told_attempts, drop column told_at, drop column seen_at;
