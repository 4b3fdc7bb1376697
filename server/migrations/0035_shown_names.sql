-- What other members read for a member: null as the space shows members.
alter table members add column name_choice text check (name_choice in ('screenName', 'firstName', 'fullName'));

-- A closed account is a "Former member" to everybody.
update members set name_choice = 'fullName' where closed_at is not null;
