-- Other OpenID providers with whose accounts members log in here.
create table login_providers (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 40),
  -- Never changed: the accounts of another issuer are other people.
  issuer text not null check (length(issuer) between 1 and 500),
  client_id text not null check (length(client_id) between 1 and 300),
  -- Encrypted with the portal's key.
  secret_sealed text not null,
  scopes text not null check (length(scopes) <= 300),
  allows_private boolean not null,
  may_register boolean not null,
  is_on boolean not null,
  created_at timestamptz not null
);
create unique index login_providers_name on login_providers (lower(name));

-- Whose account at a provider is whose. The provider's own name for a person never changes; addresses do.
create table provider_links (
  id integer generated always as identity primary key,
  member_id integer not null references members,
  provider_id integer not null references login_providers on delete cascade,
  subject text not null check (length(subject) between 1 and 500),
  -- As the provider said it last.
  email text check (length(email) <= 254),
  linked_at timestamptz not null,
  last_used_at timestamptz
);
create unique index provider_links_member on provider_links (member_id, provider_id);
create unique index provider_links_subject on provider_links (provider_id, subject);

-- Ways to a provider that were begun. Each comes back once, to the browser that began it.
create table provider_attempts (
  state_hash bytea primary key,
  provider_id integer not null references login_providers on delete cascade,
  purpose text not null check (purpose in ('logIn', 'link', 'confirm', 'test')),
  -- Who began it; null for those who are about to log in.
  member_id integer references members,
  browser_hash bytea not null,
  -- What the answer is checked against, encrypted.
  sealed text not null,
  next text check (length(next) <= 4000),
  -- When the answer came, and what the provider said in it, encrypted, while a second factor or a registration is missing.
  answered_at timestamptz,
  identity_sealed text,
  expires_at timestamptz not null,
  check ((member_id is null) = (purpose = 'logIn'))
);
create index provider_attempts_provider on provider_attempts (provider_id);
create index provider_attempts_member on provider_attempts (member_id) where member_id is not null;
create index provider_attempts_expiry on provider_attempts (expires_at);
