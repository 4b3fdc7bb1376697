-- Text messages stand in the outbox beside mails. What is cancelled never left.
alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check check (channel in ('email', 'sms'));
alter table messages drop constraint messages_state_check;
alter table messages add constraint messages_state_check
  check (state in ('queued', 'sent', 'kept', 'failed', 'cancelled'));
-- What the provider of text messages calls it.
alter table messages add column provider_id text;
