-- What a device says of the program that runs on it.
alter table devices add column firmware text check (length(firmware) between 1 and 100);
