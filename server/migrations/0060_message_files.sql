-- Files that go with an email. They are deleted with its text, whatever empties that.
create table message_files (
  id integer generated always as identity primary key,
  message_id integer not null references messages on delete cascade,
  name text not null,
  media_type text not null,
  content bytea not null
);
create index message_files_message on message_files (message_id);
create function delete_message_files() returns trigger language plpgsql as $$
begin
  delete from message_files where message_id = new.id;
  return null;
end $$;
create trigger messages_files_go after update of text on messages
  for each row when (old.text is not null and new.text is null) execute function delete_message_files();
