-- Who of the staff read a link: it works only while they may do all that its member may.
alter table email_links add column handed_by integer references members;
