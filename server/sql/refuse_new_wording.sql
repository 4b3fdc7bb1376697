create or replace function refuse_new_wording() returns trigger language plpgsql as $$
begin
  raise exception 'the wording of an agreement never changes: add a version';
end $$;
