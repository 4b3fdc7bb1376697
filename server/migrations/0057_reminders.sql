-- What the portal does by itself around the day a charge is due.
create table reminder_steps (
  id integer generated always as identity primary key,
  -- Null: a step of the space, for every plan that has none of its own.
  plan_id integer references plans,
  -- Days after the day a charge is due; negative before it.
  offset_days integer not null check (offset_days between -60 and 365),
  -- Only for those who pay in one of these ways; null: for all.
  collectors text[] check (
    cardinality(collectors) > 0
    and collectors <@ array['stripe', 'bank', 'cash', 'invoice', 'balance', 'free']::text[]
  ),
  channel text not null check (channel in ('email', 'sms')),
  -- Of an email.
  subject text not null default '' check (length(subject) <= 150),
  body text not null check (length(body) between 1 and 5000),
  action text not null default 'none' check (action in ('none', 'endAccess', 'endMembership')),
  -- What becomes of the charge when the membership ends.
  unpaid text not null default 'keep' check (unpaid in ('void', 'keep')),
  is_on boolean not null default true,
  -- Where it stands for days before this, it has never been: a new step does not reach back.
  starts_on date not null,
  removed_at timestamptz
);
create unique index reminder_steps_place on reminder_steps (coalesce(plan_id, 0), offset_days, channel)
  where removed_at is null;

-- That a step was done for a charge. Each happens once.
create table reminders_done (
  id bigint generated always as identity primary key,
  charge_id integer not null references charges,
  step_id integer not null references reminder_steps,
  at timestamptz not null,
  -- As it was then.
  offset_days integer not null,
  action text not null check (action in ('none', 'endAccess', 'endMembership')),
  unique (charge_id, step_id)
);

-- The days on which the reminders were gone through, in the time zone of the space.
create table reminder_runs (
  day date primary key,
  finished_at timestamptz not null,
  done integer not null check (done >= 0),
  left_out integer not null check (left_out >= 0),
  failed integer not null check (failed >= 0)
);

insert into reminder_steps (offset_days, collectors, channel, subject, body, starts_on) values
  (-7, array['bank', 'cash', 'invoice'], 'email', '{amount} for {plan} is due on {due}',
   E'Your next payment for {plan} is {amount}. It is due on {due}.\n\nYou find how to pay it in the portal. If you paid in the last days, you can ignore this email.',
   '2000-01-01'),
  (0, array['bank', 'cash', 'invoice', 'balance'], 'email', '{amount} for {plan} is due today',
   E'Your payment of {amount} for {plan} is due today. We have not received it yet.\n\nIf you paid in the last days, you can ignore this email.',
   '2000-01-01'),
  (3, array['bank', 'cash', 'invoice', 'balance'], 'email', '{amount} for {plan} is overdue',
   E'Your payment of {amount} for {plan} was due on {due}. We have not received it yet.\n\nYour access ends on {accessEnds} unless it is paid. If you need more time, please talk to us.',
   '2000-01-01'),
  (7, array['bank', 'cash', 'invoice', 'balance'], 'email', 'Please pay {amount} for {plan}',
   E'Your payment of {amount} for {plan} was due on {due}, a week ago.\n\nWithout it your access ends on {accessEnds}. It comes back once the payment has arrived. If you can’t pay, please talk to us.',
   '2000-01-01');
