-- Numbers of cards are compared by one plain form, whatever their case, separators and digits: `plainCard` of the contract
-- in SQL. Built from the zeros of all scripts, each of which nine more digits follow.
do $$
declare
  zeros constant integer[] := array[
    1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240, 6112, 6160,
    6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 66720, 68912, 68928,
    69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016, 72688, 72784, 73040,
    73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 123200, 123632, 124144, 124401, 125264];
  others constant text := (
    select string_agg(chr(zero + digit), '' order by zero, digit) from unnest(zeros) zero, generate_series(0, 9) digit);
  separators constant text := '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u034f\u05be\u060c\u061c\u0640'
    '\u066a-\u066d\u06d4\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u2bff\u3000-\u3006\u3008-\u303f\u30fb\u3164\ufe00-\ufe0f'
    '\ufeff\uffa0\ufff0-\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
begin
  execute format(
    $column$alter table cards add column plain_number text not null generated always as (coalesce(nullif(regexp_replace(
      translate(
        case when number ~ '[^\u0001-\u007f]' then translate(normalize(number, nfkc), %L, %L) else number end,
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'), %L, '', 'g'), ''), number)) stored$column$,
    others, repeat('0123456789', cardinality(zeros)), separators);
end $$;

alter table cards
  -- Its plain number was another working card's too when numbers were still compared as written. Both go on working, each
  -- by its number as written, until staff end one.
  add column is_double boolean not null default false,
  -- Other ways in which doors wrote the number; lists hold them too, because doors compare what they read as text.
  add column spellings text;
update cards c set is_double = true where state = 'active' and exists (
  select from cards o where o.plain_number = c.plain_number and o.state = 'active' and o.id <> c.id);

drop index cards_active_number, cards_number, cards_active_member;
create unique index cards_active_number on cards (plain_number) where state = 'active' and not is_double;
create index cards_plain_number on cards (plain_number);
create index cards_active_member on cards (member_id) include (number, spellings) where state = 'active';
do $$
begin
  drop index if exists cards_words;
  create index cards_words on cards using gin (plain_number gin_trgm_ops) with (fastupdate = off);
exception when insufficient_privilege or feature_not_supported or undefined_object then
  raise notice 'pg_trgm is not available: searching members reads all of them';
end $$;
