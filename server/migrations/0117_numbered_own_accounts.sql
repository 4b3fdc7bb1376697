-- By which staff remove one that is not the space's.
alter table bank_own_accounts add column id integer generated always as identity;
alter table bank_own_accounts add constraint bank_own_accounts_id unique (id);
