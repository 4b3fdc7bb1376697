-- What happened and is to be said in a chat, for each webhook. A line goes once it is said or given up.
create table chat_lines (
  id bigint generated always as identity primary key,
  webhook text not null,
  words text not null check (length(words) between 1 and 500),
  tone text not null check (tone in ('good', 'bad', 'notice')),
  is_test boolean not null default false,
  happened_at timestamptz not null
);
create index chat_lines_webhook on chat_lines (webhook, id);

-- How each webhook does. Its address is a setting.
create table chat_webhooks (
  webhook text primary key,
  next_post_at timestamptz,
  posted_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  error text,
  given_up integer not null default 0
);
