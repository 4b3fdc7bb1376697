-- The link by which a holder answers without logging in is in the mailbox of the address they had: it ends with the address.
-- Holders who have not answered are asked again at the new one.
create or replace function end_proxy_links() returns trigger language plpgsql as $$
begin
  update proxies set token_hash = null,
      link_ended_at = case when accepted_at is null and ended_at is null then now() end
    where holder_id = new.id and token_hash is not null;
  return null;
end $$;
create or replace trigger members_end_proxy_links after update of email on members
  for each row when (old.email <> new.email) execute function end_proxy_links();
