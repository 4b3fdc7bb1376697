-- What a member may do as staff without being an administrator. The words are those of the contract.
alter table members add column permissions text[] not null default '{}'
  check (permissions <@ array['members', 'access', 'devices', 'money', 'meetings', 'settings']);
