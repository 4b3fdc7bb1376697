-- What is done to a device again and again, by running hours or by date.
create table maintenance_plans (
  id integer generated always as identity primary key,
  device_id integer not null references devices,
  title text not null check (length(title) between 1 and 100),
  instructions text not null default '' check (length(instructions) <= 2000),
  every integer not null check (every between 1 and 20000),
  unit text not null check (unit in ('hours', 'days', 'months')),
  last_done_at timestamptz not null,
  removed_at timestamptz
);
create index maintenance_plans_device on maintenance_plans (device_id) where removed_at is null;

alter table issue_reports add column plan_id integer references maintenance_plans;
-- Maintenance that is due opens one report, however often the portal looks.
create unique index issue_reports_plan on issue_reports (plan_id) where state <> 'done';
