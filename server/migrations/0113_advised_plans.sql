-- Whether the plan advisor may name a plan to members, such as one that is meant only for some of them.
alter table plans add column is_advised boolean not null default true;
