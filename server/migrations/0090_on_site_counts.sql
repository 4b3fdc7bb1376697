-- The most members who were on site at once in an hour. Figures of single hours go after two weeks; these stay as long
-- as figures of days do. An hour in which the portal did not run has no row.
create table on_site_counts (
  hour timestamptz primary key check (hour = date_trunc('hour', hour, 'UTC')),
  members integer not null check (members >= 0)
);
