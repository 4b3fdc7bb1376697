-- When a holder who had not answered was reminded; once.
alter table proxies add reminded_at timestamptz;
