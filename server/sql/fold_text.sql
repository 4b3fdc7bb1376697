-- Searching compares text without case and accents, and takes "ue" for "ü" as Germans write it. The function is
-- contract/src/fold-text.ts in SQL; a test compares the two. It is immutable, so that a column can hold what it makes.
create or replace function fold_text(text) returns text language sql immutable parallel safe
return translate(
  replace(replace(replace(replace(
    lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  'øłđðı', 'olddi');

-- `plate_signs` holds what it made until the plate is written again.
update members set vehicle_registration_plate = vehicle_registration_plate;
