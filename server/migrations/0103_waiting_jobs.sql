-- Jobs that wait at the update are taken as they were added: where a job has another payload now, theirs is rewritten, and
-- what was words in it becomes the number of the row with these words. It may run again. Spaces that are new have no queue yet.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;

  create temporary table waiting on commit drop as
    select j.id, t.identifier as kind, j.payload::jsonb as payload, (j.payload ->> 'memberId')::int as member_id, j.created_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier in ('mailMember', 'mailSignup', 'mailPlan', 'mailBank', 'sendPush', 'tellOpeningFollowers');
  create temporary table rewritten (id bigint primary key, payload jsonb not null, kind text) on commit drop;

  -- Two of these name what stands in no row: they keep it, and have a kind of their own that takes them.
  insert into rewritten
    select id, jsonb_build_object('memberId', member_id, 'formerEmail', payload -> 'formerEmail'), 'mailFormerAddress'
    from waiting where kind = 'mailMember' and payload ->> 'formerEmail' is not null;
  insert into rewritten
    select id, jsonb_build_object('memberId', member_id, 'mail', payload -> 'mail', 'reason', payload -> 'reason'), 'mailReason'
    from waiting where kind = 'mailMember' and payload ->> 'reason' is not null;

  insert into rewritten
    select id, payload - 'words' || jsonb_build_object(
      'applicationId', (select max(a.id) from applications a where a.member_id = w.member_id),
      'open', (select coalesce(jsonb_agg(case item
          when 'they are suspended' then 'suspended' when 'a plan' then 'plan' when 'the payment' then 'payment'
          when 'an agreement to sign' then 'agreement' when 'the induction' then 'induction'
          when 'an access card' then 'accessCard' when 'a decision of staff' then 'approval' else item end), '[]')
        from jsonb_array_elements_text(coalesce(payload -> 'open', '[]')) as item))
    from waiting w where kind = 'mailSignup' and payload ? 'words';

  insert into rewritten
    select id, payload #- '{facts,note}' || jsonb_build_object(
      'concessionId', case when payload ->> 'mail' in ('concessionApproved', 'concessionDeclined') then
        (select max(c.id) from concessions c where c.member_id = w.member_id and c.decision_note is not null) end,
      'refundId', case when payload ->> 'mail' = 'paymentRefunded' then
        (select max(p.id) from payments p where p.member_id = w.member_id and p.refunds_id is not null
          and p.note = payload #>> '{facts,note}') end)
    from waiting w where kind = 'mailPlan' and payload -> 'facts' ? 'note';

  insert into rewritten
    select id, payload - 'facts' || jsonb_build_object(
      'amountCents', coalesce((payload #>> '{facts,amountCents}')::int, 0),
      'lineId', case when payload ->> 'mail' in ('transferBooked', 'topUpBooked', 'donationBooked', 'transferUndone') then
        (select max(l.id) from bank_lines l where l.booked_on::text = payload #>> '{facts,on}') end,
      'mandateId', case when payload ->> 'mail' in ('mandateGiven', 'mandateEnded') then
        (select max(m.id) from bank_mandates m where m.member_id = w.member_id
          and (m.revoked_at is not null) = (payload ->> 'mail' = 'mandateEnded')) end,
      'debitId', case when payload ->> 'mail' like 'debit%' then
        (select max(d.id) from debits d where d.member_id = w.member_id
          and d.amount_cents = (payload #>> '{facts,amountCents}')::int) end)
    from waiting w where kind = 'mailBank' and payload ? 'facts';

  -- One row for each notification, however many devices get it.
  insert into push_notices (title, text, path, tag, is_urgent, until_at)
    select distinct payload ->> 'title', payload ->> 'text', payload ->> 'path', payload ->> 'tag',
      (payload ->> 'isUrgent')::boolean, (payload ->> 'until')::timestamptz
    from waiting where kind = 'sendPush' and payload ? 'text';
  insert into rewritten
    select w.id, jsonb_build_object('pushDeviceId', payload -> 'pushDeviceId', 'tries', coalesce(payload -> 'tries', '0'),
      'noticeId', (select max(n.id) from push_notices n where n.title = payload ->> 'title' and n.text = payload ->> 'text'
        and n.path = payload ->> 'path' and n.tag = payload ->> 'tag' and n.until_at = (payload ->> 'until')::timestamptz))
    from waiting w where kind = 'sendPush' and payload ? 'text';

  -- A news of openings has a name, and the time from which who follows is told.
  insert into rewritten
    select id, jsonb_build_object('id', gen_random_uuid(), 'saidAt', created_at) || payload
    from waiting where kind = 'tellOpeningFollowers' and not (payload ? 'id' and payload ? 'saidAt');

  insert into graphile_worker._private_tasks (identifier)
    select distinct kind from rewritten where kind is not null on conflict do nothing;
  update graphile_worker._private_jobs j
    set payload = r.payload,
      task_id = coalesce((select t.id from graphile_worker._private_tasks t where t.identifier = r.kind), j.task_id)
    from rewritten r where r.id = j.id;
end $$;
