-- The portal that a database belongs to. DATA_DIR/installation has the same number, so that an empty database in the place
-- of a lost one is told from a new one.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

-- A row for each time that another version of the portal took the database over.
create table installed_versions (
  id bigint generated always as identity primary key,
  version text not null,
  installed_at timestamptz not null
);
