-- Addresses of visitors, guardians and people invited to a household in the form in which those of members are kept since
-- 0107 (`plainEmail` of the contract): small letters, each one character, and the domain in its own letters (Punycode,
-- RFC 3492). Of two invitations of one household that go to one address the first stays: one is all that can be taken.
do $$
declare
  entry record; part text; coded text; decoded text; domain text; plain text;
  code integer; place integer; former integer; bias integer; weight integer; step integer; digit integer; threshold integer;
  delta integer; at integer;
begin
  for entry in
    select 'visitor' as kind, id, null::integer as subscription_id, email as address from visitors where email like '%@%'
    union all
    select 'guardian', id, null, guardian_email from guardian_requests where guardian_email like '%@%'
    union all
    select 'invitation', id, subscription_id, email from household_invitations where email like '%@%'
    order by 1, 2
  loop
    domain := null;
    foreach part in array string_to_array(lower(normalize(split_part(entry.address, '@', -1), nfc)), '.') loop
      if part like 'xn--%' then
        coded := substr(part, 5);
        decoded := coalesce(substring(coded from '^(.*)-[^-]*$'), '');
        coded := substring(coded from '[^-]*$');
        code := 128; place := 0; bias := 72; at := 1;
        while at <= length(coded) loop
          former := place; weight := 1; step := 36;
          loop
            exit when at > length(coded);
            digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(coded, at, 1)) - 1;
            at := at + 1;
            place := place + digit * weight;
            threshold := least(26, greatest(1, step - bias));
            exit when digit < threshold;
            weight := weight * (36 - threshold);
            step := step + 36;
          end loop;
          delta := (place - former) / case when former = 0 then 700 else 2 end;
          delta := delta + delta / (length(decoded) + 1);
          bias := 0;
          while delta > 455 loop
            delta := delta / 35; bias := bias + 36;
          end loop;
          bias := bias + 36 * delta / (delta + 38);
          code := code + place / (length(decoded) + 1);
          place := place % (length(decoded) + 1);
          decoded := overlay(decoded placing chr(code) from place + 1 for 0);
          place := place + 1;
        end loop;
        part := decoded;
      end if;
      domain := concat_ws('.', domain, part);
    end loop;
    plain := lower(normalize(substring(entry.address from '^(.*)@'), nfc)) || '@' || domain;
    if entry.kind = 'invitation' then
      delete from household_invitations
        where subscription_id = entry.subscription_id and id > entry.id and lower(email) = plain;
      delete from household_invitations i using household_invitations o
        where i.id = entry.id and o.subscription_id = i.subscription_id and o.id < i.id and lower(o.email) = plain;
    end if;
    continue when plain = entry.address;
    case entry.kind
      when 'visitor' then update visitors set email = plain where id = entry.id;
      when 'guardian' then update guardian_requests set guardian_email = plain where id = entry.id;
      when 'invitation' then update household_invitations set email = plain where id = entry.id;
    end case;
  end loop;
end $$;
