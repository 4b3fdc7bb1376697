-- When staff were told that a device is silent, and since when it is heard of again after that.
alter table devices add column alarmed_at timestamptz;
alter table devices add column back_since timestamptz;
alter table devices add check (alarmed_at is not null or back_since is null);
create index devices_alarmed on devices (alarmed_at) where alarmed_at is not null;

-- Since when somebody looks: while the portal itself was down, silence means nothing.
create table fleet_watch (
  id boolean primary key default true check (id),
  watched_since timestamptz not null,
  watched_at timestamptz not null
);
