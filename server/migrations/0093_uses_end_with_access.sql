-- Since when the member of a use that runs would no longer be let at its machine. After a while the use ends for it.
alter table interlock_sessions add column access_ended_at timestamptz;

alter table interlock_sessions drop constraint interlock_sessions_end_reason_check;
alter table interlock_sessions add constraint interlock_sessions_end_reason_check check (
  end_reason in (
    'card', 'device', 'newSession', 'lost', 'maxDuration', 'portal', 'noAnswer', 'lockedOut', 'accessEnded'
  )
);
