-- Whether somebody chose not to be listed for other members: in members on site and in last seen.
alter table members add column is_hidden_from_members boolean not null default false;
