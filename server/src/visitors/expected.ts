import type { OwnVisitor } from '@spacekeeper/contract/visitors/shapes.ts'
import { mostExpected, mostVisitorDaysAhead, newVisitorPath } from '@spacekeeper/contract/visitors/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { longDay } from '#platform/long-day.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { lockMember } from '../members/member-row.ts'
import { messagesChanged, queueMail } from '../messages/outbox.ts'
import { findHostName, visitorsToday } from './entrance.ts'
import { visitorInvitedMail } from './mails.ts'
import { isTooFarAhead } from './rules.ts'
import { auditNameOf, newVisitorCode, visitorNotices } from './visitors.ts'

const dayMs = 24 * 60 * 60 * 1000

type Announcement = { name: string; email: string; expectedOn: string; note: string }

type VisitorInvitation = Announcement & { code: string; hostId: number }

/** The mail to a visitor whose address was given, which is news until their day is over. */
const writeInvitation = async (ctx: Ctx, { name, email, expectedOn, code, hostId }: VisitorInvitation) => {
  if (email === '') return null
  const mail = await writeMail(ctx, visitorInvitedMail, {
    visitorName: name,
    hostName: await findHostName(ctx, hostId),
    day: longDay(expectedOn, await ctx.settings.get('SITE_LOCALE_CURRENCY')),
    path: `${newVisitorPath}?invitation=${code}`,
  })
  const newsUntil = new Date(Date.parse(expectedOn) + 2 * dayMs)
  return { mail, envelope: { to: email, memberId: null, about: [hostId], newsUntil } }
}

/** Announces a visitor, who is mailed an invitation where an address is given. */
export const expectVisitor = async (ctx: Ctx, announcement: Announcement): Promise<{ code: string }> => {
  const { name, email, expectedOn, note } = announcement
  const hostId = memberOf(ctx).id
  if (isTooFarAhead(expectedOn, await visitorsToday(ctx)))
    throw badField('expectedOn', `At most ${mostVisitorDaysAhead} days ahead.`)
  const code = newVisitorCode()
  const letter = await writeInvitation(ctx, { ...announcement, code, hostId })
  await change(ctx, 'visitor.expected', async (work) => {
    await lockMember(work, hostId)
    const { open } = await work.tx
      .selectFrom('visitors')
      .select((is) => is.fn.countAll<number>().as('open'))
      .where('host_id', '=', hostId)
      .where('arrived_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (open >= mostExpected) throw badField('name', `You can expect at most ${mostExpected} visitors.`)
    const { id } = await work.tx
      .insertInto('visitors')
      .values({
        code,
        name,
        email: email || null,
        host_id: hostId,
        expected_on: expectedOn,
        note,
        created_at: ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (letter) await queueMail(work, { ...letter, envelope: { ...letter.envelope, visitorId: id } })
    return {
      result: undefined,
      subject: { kind: 'visitor', id },
      data: { name: auditNameOf(id), expectedOn },
      tell: [...visitorNotices(hostId), ...(letter ? [messagesChanged] : [])],
    }
  })
  return { code }
}

/** The caller no longer expects a visitor. */
export const cancelVisitor = (ctx: Ctx, visitorId: number): Promise<void> => {
  const hostId = memberOf(ctx).id
  return change(ctx, 'visitor.cancelled', async ({ tx }) => {
    const gone = await tx
      .deleteFrom('visitors')
      .where('id', '=', visitorId)
      .where('host_id', '=', hostId)
      .where('arrived_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new AppError('notFound')
    return {
      result: undefined,
      subject: { kind: 'visitor', id: visitorId },
      data: { name: auditNameOf(visitorId) },
      tell: visitorNotices(hostId),
    }
  })
}

/** The caller's visitors on site, and those they expect from today on. */
export const listOwnVisitors = async (ctx: Ctx): Promise<{ here: OwnVisitor[]; expected: OwnVisitor[] }> => {
  const today = await visitorsToday(ctx)
  const rows = await ctx.db
    .selectFrom('visitors')
    .select(columns('id, code, name, note, expected_on, arrived_at'))
    .where('host_id', '=', memberOf(ctx).id)
    .where('left_at', 'is', null)
    .where((is) => is.or([is('arrived_at', 'is not', null), is('expected_on', '>=', today)]))
    .orderBy('expected_on')
    .orderBy('id')
    .limit(2 * mostExpected)
    .execute()
  const visitors = rows.map(withTimes)
  return {
    here: visitors.filter(({ arrivedAt }) => arrivedAt !== null),
    expected: visitors.filter(({ arrivedAt }) => arrivedAt === null),
  }
}
