-- Refusals are declared once, in contract/src/access/words.ts; what is read is checked against that.
alter table swipes drop constraint swipes_refusal_check;

-- Why a membership is inactive, so that its member is not told of a missing payment where staff had another reason.
alter table members
  add column inactive_by text check (inactive_by in ('staff', 'plan')),
  add column inactive_reason text;

update members m
set (inactive_by, inactive_reason) = (
  select case e.event when 'member.deactivate' then 'staff' else 'plan' end, e.data ->> 'reason'
  from audit_events e
  where e.subject_kind = 'member' and e.subject_id = m.id
    and e.event in ('member.deactivate', 'member.subscriptionEnded')
  order by e.id desc
  limit 1
)
where m.membership_state = 'inactive' and m.closed_at is null;
