-- Files that go with an email are deleted with its text, whatever empties that.
create or replace function delete_message_files() returns trigger language plpgsql as $$
begin
  delete from message_files where message_id = new.id;
  return null;
end $$;
