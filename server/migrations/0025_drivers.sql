-- How the portal reaches a device that cannot speak to it by itself: a relay behind a driver. A device without a row
-- here connects by the socket protocol. What opens the relay is sealed apart from the settings, which staff read.
create table device_drivers (
  device_id integer primary key references devices,
  settings jsonb not null,
  secret text,
  -- Why the relay could not be reached the last time; null when it answered.
  problem text,
  is_on boolean,
  -- Staff switched it on for good.
  is_held_on boolean not null default false,
  -- When a door that was opened for a moment is closed again, whoever is alive by then.
  close_at timestamptz
);

alter table interlock_sessions drop constraint interlock_sessions_end_reason_check;
alter table interlock_sessions add constraint interlock_sessions_end_reason_check check (
  end_reason in ('card', 'device', 'newSession', 'lost', 'maxDuration', 'portal', 'noAnswer')
);

alter table swipes drop constraint swipes_refusal_check;
alter table swipes add constraint swipes_refusal_check check (
  refusal in (
    'unknownCard', 'noCard', 'suspended', 'notActive', 'lockedOut', 'noGrant', 'notSignedIn', 'balanceTooLow',
    'staleList', 'noAnswer'
  )
);
