import type { VisitorPass } from '@spacekeeper/contract/visitors/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Tx, type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { listVisitorWordings } from '../agreements/wordings.ts'
import type { Throttle } from '../auth/limits/throttle.ts'
import { messagesChanged, queueMail } from '../messages/outbox.ts'
import { countOf, type Entrance, type EntranceKey, openEntrance, visitorsToday } from './entrance.ts'
import { findHost } from './hosts.ts'
import { visitorArrivedMail } from './mails.ts'
import { findAnnouncement } from './rules.ts'
import { auditNameOf, getPass, newVisitorCode, visitorNotices } from './visitors.ts'

type Arriving = {
  key: EntranceKey
  throttle: Throttle
  name: string
  email: string
  hostId: number | null
  versionIds: readonly number[]
  idempotencyKey?: string | undefined
}

const isSameSet = (a: readonly number[], b: readonly number[]) =>
  new Set(a).size === b.length && b.every((id) => a.includes(id))

/** Visitors announced for today who have not come. The one at the entrance may be among them. */
const listAnnounced = async (db: Ctx['db'] | Tx, { today, entrance }: { today: string; entrance: Entrance }) => {
  const rows = await db
    .selectFrom('visitors')
    .select(['id', 'code', 'name', 'host_id as hostId'])
    .where('expected_on', '=', today)
    .where('arrived_at', 'is', null)
    .orderBy('id')
    .limit(1000)
    .execute()
  return { rows, invited: rows.find(({ id }) => id === entrance.invited?.id) }
}

const checkHost = async (ctx: Ctx, { hostId, name }: { hostId: number; name: string }) => {
  if (!(await findHost(ctx, { hostId, visitorName: name })))
    throw badField('hostId', 'This member isn’t on site any more. Search again.')
}

/** The mail to the host, written before the transaction; none once they had many in an hour. */
const writeArrivalMail = async (
  ctx: Ctx,
  { hostId, name, throttle }: { hostId: number | null; name: string; throttle: Throttle },
) => {
  if (hostId === null) return null
  const host = await ctx.db
    .selectFrom('members')
    .select('first_name as firstName')
    .where('id', '=', hostId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!host || !(await throttle.mayTake(['visitorMailsPerHost', String(hostId)]))) return null
  const mail = await writeMail(ctx, visitorArrivedMail, { firstName: host.firstName, visitorName: name })
  return { mail, memberId: hostId }
}

type ArrivalRow = { name: string; email: string; hostId: number | null; idempotencyKey: string | null }

const insertArrival = async ({ tx, ctx }: Work, row: ArrivalRow) =>
  tx
    .insertInto('visitors')
    .values({
      code: newVisitorCode(),
      name: row.name,
      email: row.email || null,
      host_id: row.hostId,
      idempotency_key: row.idempotencyKey,
      created_at: ctx.now(),
      arrived_at: ctx.now(),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()

/** An announced visitor keeps the code they were sent, and the address the host gave unless they type another. */
const markArrived = async ({ tx, ctx }: Work, { id, row }: { id: number; row: ArrivalRow }) =>
  tx
    .updateTable('visitors')
    .set({
      arrived_at: ctx.now(),
      name: row.name,
      idempotency_key: row.idempotencyKey,
      ...(row.email !== '' && { email: row.email }),
    })
    .where('id', '=', id)
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()

/** A button that is pressed twice signs in once. */
const findTwice = ({ tx }: Work, { idempotencyKey }: ArrivalRow) =>
  idempotencyKey === null
    ? undefined
    : tx.selectFrom('visitors').select('code').where('idempotency_key', '=', idempotencyKey).executeTakeFirst()

/** Signs a visitor in: checks what they read and the host they name, keeps both, and tells the host. */
export const signVisitorIn = async (ctx: Ctx, arriving: Arriving): Promise<VisitorPass> => {
  const { key, throttle, name, email, versionIds, idempotencyKey = null } = arriving
  const entrance = await openEntrance(ctx, key)
  await throttle.take(countOf(entrance, { client: key.client, of: 'arrivals' }))
  const today = await visitorsToday(ctx)
  const wordings = await listVisitorWordings(ctx.db, today)
  const asked = wordings.map(({ versionId }) => versionId)
  if (!isSameSet(versionIds, asked)) throw new AppError('agreementChanged')
  const { rows, invited } = await listAnnounced(ctx.db, { today, entrance })
  const announced = invited ?? findAnnouncement(rows, { name, hostId: arriving.hostId })
  const hostId = announced ? announced.hostId : arriving.hostId
  if (!announced && hostId !== null) await checkHost(ctx, { hostId, name })
  if (hostId === null && (await ctx.settings.get('VISITORS_NEED_HOST')))
    throw badField('hostId', 'Choose the member you visit.')
  const row: ArrivalRow = { name, email, hostId, idempotencyKey }
  const letter = await writeArrivalMail(ctx, { hostId, name, throttle })
  const code = await change(ctx, 'visitor.arrived', async (work) => {
    const { tx } = work
    // One at a time, so that a second press finds the first.
    await sql`select pg_advisory_xact_lock(hashtext('visitors'))`.execute(tx)
    const twice = await findTwice(work, row)
    if (twice) return unchanged(twice.code)
    const still = announced && (await listAnnounced(tx, { today, entrance })).rows.some(({ id }) => id === announced.id)
    const visitor = still ? await markArrived(work, { id: announced.id, row }) : await insertArrival(work, row)
    if (asked.length > 0) {
      await tx
        .insertInto('visitor_agreements')
        .values(asked.map((versionId) => ({ visitor_id: visitor.id, version_id: versionId })))
        .execute()
    }
    if (letter) {
      const { mail, memberId } = letter
      await queueMail(work, { mail, envelope: { memberId, visitorId: visitor.id } })
    }
    return {
      result: visitor.code,
      subject: { kind: 'visitor', id: visitor.id },
      data: { name: auditNameOf(visitor.id), hostId, kioskId: entrance.kioskId, versionIds: asked },
      tell: [...visitorNotices(hostId), ...(letter ? [messagesChanged] : [])],
    }
  })
  return getPass(ctx, code)
}
