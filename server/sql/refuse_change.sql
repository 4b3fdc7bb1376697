-- Keeps rows as they were written. The portal's account does not even get the rights that a trigger for whole statements
-- refuses by this function (server/src/platform/db/database-accounts.ts).
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
