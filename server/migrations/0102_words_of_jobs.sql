-- What a notification says, once for all devices that get it: the job of each device holds its number.
create table push_notices (
  id integer generated always as identity primary key,
  title text not null,
  text text not null,
  path text not null,
  tag text not null,
  is_urgent boolean not null,
  -- After this it is old news.
  until_at timestamptz not null
);
create index push_notices_until on push_notices (until_at);
