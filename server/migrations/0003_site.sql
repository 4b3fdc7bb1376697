-- A secret setting is stored encrypted, as {"secret": "…"}; which ones are secret stands in the code.
create table settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null
);
