-- Whether what the audit says of an event is a part of the books: about money, and not why a member paused or left a mandate.
create or replace function is_booking_event(event text) returns boolean language sql immutable as $$
  select audit_event_kept_for(event) >= interval '3652 days' and event not in ('billing.paused', 'bank.mandateEnded')
$$;
