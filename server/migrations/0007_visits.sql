create table visits (
  id bigint generated always as identity primary key,
  member_id integer not null references members,
  signed_in_at timestamptz not null,
  signed_out_at timestamptz,
  guests text[] not null default '{}',
  check (signed_out_at >= signed_in_at)
);
-- One open visit a member, whatever is clicked at the same time.
create unique index visits_open on visits (member_id) where signed_out_at is null;
create index visits_member on visits (member_id, id);
