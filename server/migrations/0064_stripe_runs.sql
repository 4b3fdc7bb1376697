-- Each time what Stripe says was compared with what we say, as a whole.
create table stripe_reconciliations (
  id integer generated always as identity primary key,
  began_at timestamptz not null,
  ended_at timestamptz,
  -- Events that had not arrived, and subscriptions that were brought in line.
  events integer not null default 0,
  repaired integer not null default 0,
  -- What a person has to look at: [{kind, ref, memberId}].
  problems jsonb not null default '[]',
  failure text check (length(failure) <= 500)
);

-- What is about money is kept ten years: now also payments by card.
create or replace function audit_event_kept_for(event text) returns interval language sql immutable as $$
  select case
    when split_part(event, '.', 1) in ('memberbucks', 'purchase', 'bank', 'billing', 'books', 'coupon', 'plan', 'plans',
        'reminders', 'stripe', 'tier', 'tiers')
      or event in ('interlock.pricesChanged', 'interlock.jumpAccepted', 'interlock.jumpRejected') then interval '3652 days'
    when event in ('account.loggedIn', 'account.loggedInByLink', 'account.loginFailed', 'account.failuresNotKept', 'account.passwordRefused',
      'account.loggedOut', 'account.kioskLoggedIn', 'account.pinRefused', 'account.sessionEnded') then interval '90 days'
    else interval '365 days'
  end
$$;
