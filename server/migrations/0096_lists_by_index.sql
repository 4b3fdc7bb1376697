-- A door's list is read from indexes alone: its grants, the members among them who are active, and their cards.
create index members_active on members (id) where state = 'active';
create index cards_active_member on cards (member_id) include (number) where state = 'active';
