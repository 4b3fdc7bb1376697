-- Numbers travel in lists, with a control character between them.
alter table cards add check (number !~ '[[:cntrl:]]');
