import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import type { ClientAddress } from './client-address.ts'
import { loginEvents } from './login-events.ts'
import { queueNewDevice } from './strong/mails.ts'
import { describeLoginDevice } from './user-agents.ts'

/** So many logins are looked back at. */
const mostRead = 200

const isKnownBrowser = async ({ tx }: Work, { memberId, client }: { memberId: number; client: ClientAddress }) => {
  if (client.browserToken === undefined) return false
  const row = await tx
    .selectFrom('known_browsers')
    .select('id')
    .where('member_id', '=', memberId)
    .where('token_hash', '=', hashToken(client.browserToken))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Emails a member about a login from a device that is new to them. One that keeps no cookies is known by what it is and
 * where it logs in from. Nothing is said of the first login of all, nor at a kiosk.
 */
export const mailIfNewDevice = async (
  work: Work,
  input: { memberId: number; client: ClientAddress },
): Promise<void> => {
  const { memberId, client } = input
  if (client.kioskId !== undefined || (await isKnownBrowser(work, input))) return
  const { device } = describeLoginDevice(client)
  const earlier = await work.tx
    .selectFrom('audit_events')
    .select([sql<string | null>`data->>'address'`.as('address'), sql<string | null>`data->>'device'`.as('device')])
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', memberId)
    .where('event', 'in', loginEvents)
    .orderBy('id', 'desc')
    .limit(mostRead)
    .execute()
  const isKnown = earlier.some((login) => login.address === client.address && login.device === device)
  if (earlier.length === 0 || isKnown) return
  const at = work.now.toISOString()
  await queueNewDevice(work, { memberId, device, address: client.address, at })
}
