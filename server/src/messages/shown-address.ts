// On its own: the audit and the archive show it, too, which know nothing else of messages.
import { type RawBuilder, sql } from 'kysely'

/** Where a message goes or went: of one to a member, the address or number they have now, until it is sent. */
export const shownAddressOf = (table: string): RawBuilder<string> => {
  const message = sql.table(table)
  return sql<string>`coalesce(
    case when ${message}.follows_member and ${message}.state <> 'sent' then (
      select case ${message}.channel when 'sms' then m.phone else m.email end from members m
      where m.id = ${message}.member_id) end,
    ${message}.recipient, '')`
}
