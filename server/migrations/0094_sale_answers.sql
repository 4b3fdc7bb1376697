-- Answers that a vending machine may ask for once more. A sale that it named is kept for a day; one without a name until
-- more is heard on the line it was asked on, because until then its answer may have been lost.
create table sale_answers (
  purchase_id bigint primary key references purchases (id),
  device_id integer not null references devices (id),
  request_id text,
  line_id uuid,
  sold_at timestamptz not null,
  check ((request_id is null) <> (line_id is null))
);
create unique index sale_answers_request on sale_answers (device_id, request_id);

insert into sale_answers (purchase_id, device_id, request_id, sold_at)
select id, device_id, request_id, purchased_at from purchases
where request_id is not null and purchased_at > now() - interval '24 hours';

-- A name counts for a day, so it says nothing of the purchase after that.
drop index purchases_request;
alter table purchases drop column request_id;
