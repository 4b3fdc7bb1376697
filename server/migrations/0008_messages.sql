-- Every message to a person. Of one that carried a secret link, the text is dropped once it has left.
create table messages (
  id integer generated always as identity primary key,
  channel text not null default 'email' check (channel in ('email')),
  recipient text not null,
  member_id integer references members,
  reply_to text,
  template text not null,
  subject text not null,
  text text,
  html text,
  is_secret boolean not null default false,
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index messages_member on messages (member_id, id);
