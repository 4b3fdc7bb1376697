-- A member's log is one stream over four tables, newest first; each of them is read from its end.
create index audit_events_subject_at on audit_events (subject_kind, subject_id, at, id);
create index audit_events_actor_at on audit_events (actor_kind, actor_id, at, id);
create index swipes_member_at on swipes (member_id, swiped_at, id);
create index visits_member_at on visits (member_id, signed_in_at, id);
create index messages_member_at on messages (member_id, created_at, id);
-- The period of the audit.
create index audit_events_at on audit_events (at, id);
