-- Whether a site gets what it may learn in the ID token as well: some read nothing else. Nextcloud is one of them.
alter table openid_clients add column claims_in_id_token boolean not null default false;
update openid_clients set claims_in_id_token = true where kind = 'nextcloud';
alter table openid_clients alter column claims_in_id_token drop default;
