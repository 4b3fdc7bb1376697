-- Keeps the newest closing in the one row that every booking reads.
create or replace function follow_book_closing() returns trigger language plpgsql as $$
begin
  update books_closed set closed_through = new.closed_through, closed_until = new.closed_until;
  return null;
end $$;
