-- The list of devices counts the purchases of today at each vending machine.
create index purchases_device_at on purchases (device_id, purchased_at);
