-- Pictures of the site, as the portal made them of what was uploaded. Settings name them by their hash.
create table site_images (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  media_type text not null check (media_type in ('image/png', 'image/jpeg')),
  content bytea not null check (length(content) between 1 and 4000000),
  width integer not null,
  height integer not null,
  added_at timestamptz not null,
  unused_since timestamptz
);
