-- Which member was told of which piece of news about openings, written with the email itself, so that each is told once:
-- also when a job runs twice, or two pieces of news are told side by side. It replaces a column with the last one.
create table opening_news_recipients (
  news uuid not null,
  member_id integer not null references members,
  told_at timestamptz not null,
  primary key (news, member_id)
);
create index opening_news_recipients_told on opening_news_recipients (told_at);
create index opening_news_recipients_member on opening_news_recipients (member_id);
alter table opening_followers drop column told_of;
