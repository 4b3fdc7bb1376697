-- What is stored in a form that existing clients do not understand.

-- Cards of the home page: the names of pictures that they draw, and what they call the page of one's access.
with named (ours, theirs) as (
  values ('link', 'mdi-link'), ('calendar', 'mdi-calendar'), ('book', 'mdi-book-open-variant'), ('chat', 'mdi-forum'),
    ('mail', 'mdi-email'), ('map', 'mdi-map-marker'), ('people', 'mdi-account-group'), ('tool', 'mdi-tools'),
    ('heart', 'mdi-heart'), ('info', 'mdi-information')
)
update settings set value = (
  select jsonb_agg(
    card
      || coalesce((select jsonb_build_object('icon', theirs) from named where ours = card ->> 'icon'), '{}')
      || case when card #>> '{routerLink,name}' = 'accessPermissions'
        then jsonb_build_object('routerLink', card -> 'routerLink' || '{"name": "checkAccess"}') else '{}' end
    order by place
  )
  from jsonb_array_elements(value) with ordinality as cards (card, place)
)
where key = 'HOME_PAGE_CARDS' and jsonb_typeof(value) = 'array' and jsonb_array_length(value) > 0;

-- Pictures of the site: reverse proxies in front of them hand on what begins with /api.
update settings set value = to_jsonb('/api' || (value #>> '{}'))
where jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^/images/[0-9a-f]{32}\.(png|jpg)$';
