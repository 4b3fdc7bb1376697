// On its own: the list, its filters, the page of a member and the first page say the same of it.
import type { EmailState, Role } from '@spacekeeper/contract/members/words.ts'
import { sql } from 'kysely'

/** When the open invitation of a row of `members` ends, or ended; null where there is none. */
export const invitationEndsAt = sql<Date | null>`(select l.expires_at from email_links l
  where l.member_id = members.id and l.purpose = 'invitation' and l.used_at is null
  order by l.id desc limit 1)`

/** The address that is to replace that of a row of `members` once it is confirmed; null where none waits. */
export const pendingEmail = sql<string | null>`(select c.to_email from email_changes c
  where c.member_id = members.id and c.from_email = members.email)`

/** What is known of the address of a row of `members`. */
export const emailState = sql<EmailState>`case
  when members.password_hash is null and ${invitationEndsAt} is not null then 'invited'
  when members.email_verified_at is null then 'unconfirmed'
  else 'confirmed' end`

/** What a row of `members` may do beyond being one. */
export const role = sql<Role>`case
  when members.is_admin then 'administrator'
  when members.permissions <> '{}' then 'staff'
  else 'member' end`
