-- The text that a text is found by: as it is, and with "ae", "oe" and "ue" as one letter.
create or replace function search_text(text) returns text language sql immutable parallel safe
return fold_text($1) || ' ' || regexp_replace(fold_text($1), '([aou])e', '\1', 'g');

-- `search_words` holds what it made until a name is written again.
update members set first_name = first_name;
