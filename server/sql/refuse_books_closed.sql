create or replace function refuse_books_closed() returns trigger language plpgsql as $$
begin
  raise exception 'the books are closed only by a closing';
end $$;
