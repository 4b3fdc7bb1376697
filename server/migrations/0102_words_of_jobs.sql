-- The words of a notification, once for all devices that get it: the job of each device holds its number.
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

-- Names the sign-in of a visitor, so that a button that is pressed twice signs in once, and two people of one name do twice.
alter table visitors add column idempotency_key text unique check (length(idempotency_key) between 1 and 100);

-- When the link to a holder ended because their address changed: they are asked again at the new one.
alter table proxies add column link_ended_at timestamptz;
create index proxies_link_ended on proxies (id) where link_ended_at is not null;
