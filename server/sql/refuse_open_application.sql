-- No application is open of a member who is in, or of a spell that is over. Asked as the transaction ends: until then the
-- membership changes, and what it settles.
create or replace function refuse_open_application() returns trigger language plpgsql as $$
declare
  changed integer;
begin
  if tg_table_name = 'members' then
    changed := new.id;
  else
    changed := new.member_id;
  end if;
  if exists (select from applications a join members m on m.id = a.member_id
      where a.member_id = changed and a.state in ('waiting', 'asked')
        and (m.membership_state = 'active' or a.spell <> m.spell)) then
    raise exception 'member % has an open application that nothing settled', changed using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger if exists members_open_application on members;
create constraint trigger members_open_application after update of membership_state, spell on members
  deferrable initially deferred for each row when (old.spell <> new.spell or old.membership_state <> new.membership_state)
  execute function refuse_open_application();
drop trigger if exists applications_open_application on applications;
create constraint trigger applications_open_application after insert or update on applications
  deferrable initially deferred for each row when (new.state in ('waiting', 'asked'))
  execute function refuse_open_application();
