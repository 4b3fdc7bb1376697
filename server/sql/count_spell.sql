-- Whatever begins or ends a membership, what was decided of the time before counts no more. Undoing says the spell itself.
create or replace function count_spell() returns trigger language plpgsql as $$
begin
  if new.spell = old.spell then
    new.spell := old.spell + 1;
  end if;
  return new;
end $$;
create or replace trigger members_count_spell before update of membership_state on members
  for each row when (old.membership_state <> new.membership_state and new.membership_state in ('active', 'inactive'))
  execute function count_spell();
