-- Addresses are kept with their domain in its own letters (`plainEmail` of the contract); until now a member with
-- `müller.example` had to write `xn--mller-kva.example`. Decodes that (Punycode, RFC 3492). No two members can have the
-- same address by it, as other letters were refused.
do $$
declare
  member record; part text; coded text; decoded text; domain text;
  code integer; place integer; former integer; bias integer; weight integer; step integer; digit integer; threshold integer;
  delta integer; at integer;
begin
  for member in select id, email from members where email ~* '@(.*\.)?xn--' loop
    domain := null;
    foreach part in array string_to_array(lower(split_part(member.email, '@', -1)), '.') loop
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
    update members set email = split_part(member.email, '@', 1) || '@' || domain where id = member.id;
  end loop;
end $$;
