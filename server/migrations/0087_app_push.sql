-- Notifications in the app on phones. Its address at the push service of the phone's maker is a token, which stands as the
-- endpoint; only browsers have keys that messages are encrypted for.
alter table push_devices
  add column platform text not null default 'web' check (platform in ('web', 'android', 'ios')),
  alter column p256dh drop not null,
  alter column auth drop not null,
  add constraint push_devices_keys_check
    check ((platform = 'web') = (p256dh is not null) and (platform = 'web') = (auth is not null)),
  drop constraint push_devices_failure_check,
  add constraint push_devices_failure_check
    check (failure in ('refused', 'unreachable', 'wrongKey', 'wrongApp', 'notSetUp'));
