-- The relay has a meter, but what it shows cannot be read: energy then costs nothing, which staff have to know.
alter table device_drivers add column is_meter_unreadable boolean not null default false;

-- A lockout ends the use that runs.
alter table interlock_sessions drop constraint interlock_sessions_end_reason_check;
alter table interlock_sessions add constraint interlock_sessions_end_reason_check check (
  end_reason in ('card', 'device', 'newSession', 'lost', 'maxDuration', 'portal', 'noAnswer', 'lockedOut')
);

-- The door let a member in although it was locked out: some firmware does not know lockouts.
alter table swipes add column is_despite_lockout boolean not null default false;
