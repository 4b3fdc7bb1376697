-- A spell is the time between two changes of a membership: it counts each time a membership begins or ends. What is decided
-- of a spell (an application, the checklist of a leaver) names it and counts for no other.
alter table members add column spell integer not null default 1;

-- Bulk changes left when a membership had become inactive; and some are inactive since before this was noted.
update members set inactive_by = null, inactive_reason = null, inactive_since = null
where membership_state <> 'inactive'
  and (inactive_by is not null or inactive_reason is not null or inactive_since is not null);
update members m set inactive_since = (
  select e.at from audit_events e
  where e.subject_kind = 'member' and e.subject_id = m.id
    and e.event in ('member.deactivate', 'member.subscriptionEnded')
  order by e.id desc
  limit 1
)
where m.membership_state = 'inactive' and m.inactive_since is null and m.closed_at is null;
alter table members add constraint members_inactivity check (membership_state = 'inactive'
  or (inactive_by is null and inactive_reason is null and inactive_since is null));

alter table bulk_standings
  add column inactive_since timestamptz,
  add column spell integer,
  -- The application that the change settled.
  add column application_id integer references applications on delete set null;
create index bulk_standings_application on bulk_standings (application_id) where application_id is not null;

-- 0 is no spell of any member: such an application counts no more.
alter table applications add column spell integer not null default 0;
alter table applications alter column spell drop default;
update applications a set spell = m.spell from members m
where m.id = a.member_id and m.membership_state <> 'active'
  and (m.membership_state <> 'inactive' or a.submitted_at >= m.inactive_since);
update applications a
set state = case m.membership_state when 'active' then 'accepted' else 'withdrawn' end, decided_at = now()
from members m
where m.id = a.member_id and a.state in ('waiting', 'asked') and a.spell = 0;

-- 0: the member was back and left again meanwhile.
alter table leavings add column spell integer not null default 0;
alter table leavings alter column spell drop default;
update leavings l set spell = m.spell from members m
where m.id = l.member_id and l.returned_at is null
  and (m.closed_at is not null or m.inactive_since is null or m.inactive_since <= l.started_at);

-- A roll and an apology name the start of their meeting, and count for no other.
alter table meetings add column roll_starts_at timestamptz;
update meetings set roll_starts_at = starts_at where roll_frozen_at is not null;
alter table meetings
  add constraint meetings_roll_named check ((roll_frozen_at is null) = (roll_starts_at is null)),
  add constraint meetings_roll_of_start check (roll_starts_at = starts_at);
alter table meeting_apologies add column starts_at timestamptz;
update meeting_apologies a set starts_at = m.starts_at from meetings m where m.id = a.meeting_id;
alter table meeting_apologies alter column starts_at set not null;

-- Members who ever named a guardian sign with one until staff say that they are of age: the portal knows no dates of birth.
create table minors (
  member_id integer primary key references members,
  since timestamptz not null
);
insert into minors (member_id, since)
select g.member_id, min(g.asked_at) from guardian_requests g join members m on m.id = g.member_id
where m.closed_at is null and exists (select from agreement_signatures s where s.guardian_request_id = g.id)
group by g.member_id;

-- A guardian who never signed is no proof of anything once the account is closed.
update guardian_requests g set guardian_name = 'Guardian of a closed account', guardian_email = 'guardian@closed.invalid'
from members m where m.id = g.member_id and m.closed_at is not null and g.signed_at is null;
