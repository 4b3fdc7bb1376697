import { maxKiosks } from '@spacekeeper/contract/kiosks/words.ts'
import type { CheckInKiosk, CheckInOutcome } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { screens } from '#platform/live/screens.ts'
import type { ClientAddress } from '../../auth/client-address.ts'
import { takeKioskTry } from '../../auth/limits/kiosk-tries.ts'
import type { Throttle } from '../../auth/limits/throttle.ts'
import { checkCredentials, findCard } from '../../kiosks/card-login.ts'
import { isOnline } from '../../kiosks/rules.ts'
import { lockUncancelled, nameOfMeeting } from '../meeting-row.ts'
import { arrive, depart } from './arrivals.ts'
import { staffNotices } from './attendance-notices.ts'
import { getMeetingRow } from './roll-facts.ts'

/** The authorised kiosks by name, and which of them let members check in to this meeting. */
export const listCheckInKiosks = async (ctx: Ctx, meetingId: number): Promise<CheckInKiosk[]> => {
  await getMeetingRow(ctx.db, meetingId)
  const rows = await ctx.db
    .selectFrom('kiosks as k')
    .leftJoin('meeting_kiosks as c', 'c.kiosk_id', 'k.id')
    .select(['k.id', 'k.name', 'k.last_seen_at', 'c.meeting_id'])
    .where('k.authorised_at', 'is not', null)
    .where('k.kind', '=', 'kiosk')
    .orderBy(sql`lower(k.name)`)
    .orderBy('k.id')
    .limit(maxKiosks)
    .execute()
  return rows.map((row) => ({
    kioskId: row.id,
    name: row.name,
    isOnline: isOnline(row.last_seen_at, ctx.now()),
    state: row.meeting_id === null ? 'off' : row.meeting_id === meetingId ? 'here' : 'elsewhere',
  }))
}

type KioskChoice = { meetingId: number; kioskId: number; isSet: boolean }

/** Turns a kiosk into the entrance of a meeting, or back into a kiosk. */
export const setCheckInKiosk = (ctx: Ctx, { meetingId, kioskId, isSet }: KioskChoice): Promise<void> =>
  change(ctx, isSet ? 'meeting.kioskSet' : 'meeting.kioskUnset', async (work) => {
    const { tx } = work
    const meeting = await lockUncancelled(work, meetingId)
    if (isSet && meeting.closed_at !== null) throw new AppError('meetingEnded')
    const kiosk = await tx
      .selectFrom('kiosks')
      .select('name')
      .where('id', '=', kioskId)
      .where('authorised_at', 'is not', null)
      .where('kind', '=', 'kiosk')
      .forShare()
      .executeTakeFirst()
    if (!kiosk) throw new AppError('notFound')
    const removed = await tx
      .deleteFrom('meeting_kiosks')
      .where('kiosk_id', '=', kioskId)
      .$if(!isSet, (query) => query.where('meeting_id', '=', meetingId))
      .returning('meeting_id')
      .executeTakeFirst()
    if (isSet) {
      const setBy = ctx.actor.kind === 'member' ? ctx.actor.id : null
      await tx
        .insertInto('meeting_kiosks')
        .values({ kiosk_id: kioskId, meeting_id: meetingId, set_by: setBy, set_at: ctx.now() })
        .execute()
    }
    if (isSet ? removed?.meeting_id === meetingId : !removed) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'meeting', id: meetingId },
      data: { name: nameOfMeeting(meeting), kiosk: kiosk.name, kioskId },
      tell: [...staffNotices, screens.notice({ topic: 'kiosks', audience: { staff: ['devices'] } })],
    }
  })

/** Whether staff set a kiosk to this meeting. Closing a meeting ends that. */
export const isCheckInKiosk = async (ctx: Ctx, input: { meetingId: number; kioskId: number }): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('meeting_kiosks')
    .select('kiosk_id')
    .where('kiosk_id', '=', input.kioskId)
    .where('meeting_id', '=', input.meetingId)
    .executeTakeFirst()
  return row !== undefined
}

type HeldCard = {
  meetingId: number
  card: string
  isLeaving: boolean
  isTyped: boolean
  pin?: string | undefined
  kiosk: CallingKiosk | null
  client: ClientAddress
  throttle: Throttle
}

const kioskOf = async (ctx: Ctx, { kiosk, meetingId }: HeldCard): Promise<CallingKiosk> => {
  if (!kiosk) throw new AppError('kioskUnknown')
  if (!kiosk.isAuthorised) throw new AppError('kioskPending')
  if (!(await isCheckInKiosk(ctx, { meetingId, kioskId: kiosk.id }))) throw new AppError('notCheckInKiosk')
  return kiosk
}

/**
 * The member of a card. Held to the reader it is enough: it opens no account, and staff and all others in the room see
 * who is ticked. A number that was typed needs the PIN, as at every kiosk, and the answer does not tell what was wrong.
 */
const ownerOf = async (ctx: Ctx, { held, kiosk }: { held: HeldCard; kiosk: CallingKiosk }): Promise<number> => {
  const { card, isTyped, pin, client, throttle } = held
  if (isTyped && pin === undefined) throw badField('pin', 'Enter your PIN.')
  const found = await findCard(ctx, card)
  if (isTyped) {
    const owner = found?.cardState === 'active' ? found : undefined
    await checkCredentials(ctx, { typed: { pin }, cardNumber: card, kiosk, client, throttle, owner })
    if (!owner) throw new AppError('wrongPin')
    return owner.memberId
  }
  if (!found) throw new AppError('cardUnknown')
  if (found.cardState !== 'active') throw new AppError('cardEnded')
  return found.memberId
}

/** A card at the entrance: its owner is at the meeting, or leaves it. No session is started. */
export const checkInWithCard = async (ctx: Ctx, held: HeldCard): Promise<CheckInOutcome> => {
  const kiosk = await kioskOf(ctx, held)
  const { meetingId, isLeaving, throttle } = held
  const kioskTry = await takeKioskTry(throttle, { kioskId: kiosk.id, card: held.card })
  const memberId = await ownerOf(ctx, { held, kiosk })
  await kioskTry.succeed()
  const checkIn = { ctx, meetingId, memberId, how: 'card' as const, kiosk } // the literal is what the type wants
  const outcome = isLeaving
    ? await change(ctx, 'attendance.cardLeft', (work) => depart(work, checkIn))
    : await change(ctx, 'attendance.cardHeld', (work) => arrive(work, checkIn))
  await kioskTry.remember()
  // Why a member may not vote is not for all who stand around.
  return { ...outcome, reason: null, note: '' }
}
