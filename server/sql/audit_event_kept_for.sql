-- How long an event of the audit is kept at least, whatever the settings say. Events about money are kept ten years.
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
