-- What members are found by is stored with them, folded. Before, a search folded the texts of every member it compared,
-- which with short or common words were all of them: half a second for 10,000. The database computes both columns anew
-- when what they are made of changes, so a change of `fold_text` or `search_text` has to write them anew.
alter table members
  add column search_words text not null
    generated always as (search_text(first_name || ' ' || last_name || ' ' || screen_name || ' ' || email)) stored,
  add column plate_signs text
    generated always as (regexp_replace(fold_text(vehicle_registration_plate), '[^a-z0-9]', '', 'g')) stored;

-- With fast updates, what is written waits in a list that every search reads from its beginning to its end. Names, cards
-- and phone numbers are searched more often than they change.
do $$
begin
  drop index if exists members_search, members_phone, cards_words;
  create index members_search on members using gin (search_words gin_trgm_ops) with (fastupdate = off);
  create index members_phone on members using gin (translate(phone, ' +-().', '') gin_trgm_ops) with (fastupdate = off);
  create index members_plate on members using gin (plate_signs gin_trgm_ops) with (fastupdate = off);
  create index cards_words on cards using gin (lower(number) gin_trgm_ops) with (fastupdate = off);
exception when insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not available: searching members reads all of them';
end $$;
