-- Searching compares text without case and accents, and takes "ue" for "ü" as Germans write it. The function is
-- contract/src/fold-text.ts in SQL; a test compares the two. It is immutable, so that indexes can hold what it makes.
create function fold_text(text) returns text language sql immutable parallel safe
return translate(
  replace(replace(replace(replace(
    lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  'øłđðı', 'olddi');

-- What a text is found by: as it is, and with "ae", "oe" and "ue" as one letter.
create function search_text(text) returns text language sql immutable parallel safe
return fold_text($1) || ' ' || regexp_replace(fold_text($1), '([aou])e', '\1', 'g');

-- As in 0021: without trigrams every search still finds the same, only by reading all members.
do $$
begin
  create index members_search on members
    using gin (search_text(first_name || ' ' || last_name || ' ' || screen_name || ' ' || email) gin_trgm_ops);
  drop index if exists members_words;
exception when insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not available: searching members reads all of them';
end $$;

-- Signing in on site was one setting that also made every card depend on it. Now offering it and demanding it are two:
-- a space that had it keeps both.
insert into settings (key, value, changed_at)
select 'REQUIRE_SITE_SIGN_IN', value, changed_at from settings where key = 'ENABLE_PORTAL_SITE_SIGN_IN'
on conflict (key) do nothing;
