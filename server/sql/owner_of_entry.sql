-- The table with a row that an entry of a balance belongs to, such as purchases; null where it stands alone. It is found by
-- the foreign keys, so that a new table needs nothing here.
create or replace function owner_of_entry(entry_id bigint) returns text language plpgsql stable as $$
declare
  one record;
  is_owner boolean;
begin
  for one in
    select c.relname as owner, a.attname as pointer from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'ledger_entries'::regclass and k.conrelid <> k.confrelid
    order by c.relname, a.attname
  loop
    execute format('select exists (select from %I where %I = $1)', one.owner, one.pointer) into is_owner using entry_id;
    if is_owner then
      return one.owner;
    end if;
  end loop;
  return null;
end $$;
