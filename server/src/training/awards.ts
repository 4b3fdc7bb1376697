import type { Award, CertificateHolder } from '@spacekeeper/contract/training/shapes.ts'
import type { AwardSource } from '@spacekeeper/contract/training/words.ts'
import { mostCertificates } from '@spacekeeper/contract/training/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type ChangePart, type Work, change } from '#platform/db/change.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { type Day, localDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { recordInduction } from '../members/inductions.ts'
import { lockMember } from '../members/member-row.ts'
import { awardNotices, endsOn, isCurrent, wasWithdrawn } from './award-facts.ts'
import { lockCertificate } from './certificates.ts'
import { mailAwardJob } from './mails.ts'
import { expiryOf, mayAward } from './rules.ts'

type GivenAward = { memberId: number; certificateId: number; source: AwardSource; by: number | null }

type NewAward = { memberId: number; at: Date; expiresOn: Day | null; usedOn: Day | null }

type NewAwards = {
  now: Date
  today: Day
  certificate: { id: number; name: string }
  source: AwardSource
  by: number | null
  /** One a member. */
  awards: readonly NewAward[]
}

/** Ends what members have of a certificate, so that another award takes its place; the former awards by member. */
const endFormer = async (
  { tx }: Work,
  { now, today, certificate, awards }: NewAwards,
): Promise<Map<number, number>> => {
  const memberIds = awards.map(({ memberId }) => memberId)
  const rows = await tx
    .updateTable('awards')
    .set({
      ended_at: now,
      end_kind: sql<'renewed' | 'expired'>`case when expires_on <= ${today}::date then 'expired' else 'renewed' end`,
    })
    .where('certificate_id', '=', certificate.id)
    .where('member_id', 'in', memberIds)
    .where('ended_at', 'is', null)
    .returning(['id', 'member_id'])
    .execute()
  return new Map(rows.map((row) => [row.member_id, row.id]))
}

/** Refuses a source that may not give back what was taken away from one of these members, who are locked. */
const refuseWithdrawn = async ({ tx }: Work, { certificate, source, awards }: NewAwards): Promise<void> => {
  if (mayAward({ source, isWithdrawn: true })) return
  const memberIds = awards.map(({ memberId }) => memberId)
  const { rows } = await sql`select from members m where m.id = any(${memberIds}::int[])
    and ${wasWithdrawn(certificate.id)}`.execute(tx)
  if (rows.length > 0) throw new AppError('certificateWithdrawn')
}

/** Writes awards to locked members, in place of what they have of this certificate, and returns the event of each. */
export const insertAwards = async (
  work: Work,
  given: NewAwards,
): Promise<{ awardId: number; memberId: number; part: ChangePart }[]> => {
  const { certificate, source, by, awards } = given
  await refuseWithdrawn(work, given)
  const former = await endFormer(work, given)
  const rows = await work.tx
    .insertInto('awards')
    .values(
      awards.map(({ memberId, at, expiresOn, usedOn }) => ({
        member_id: memberId,
        certificate_id: certificate.id,
        at,
        awarded_by: by,
        source,
        expires_on: expiresOn,
        used_on: usedOn,
      })),
    )
    .returning(['id as awardId', 'member_id as memberId', 'expires_on as expiresOn'])
    .execute()
  return rows.map(({ awardId, memberId, expiresOn }) => {
    const renewed = former.get(memberId)
    const data = {
      certificate: certificate.name,
      certificateId: certificate.id,
      source,
      ...(expiresOn !== null && { expiresOn }),
      ...(renewed !== undefined && { renewed }),
    }
    return {
      awardId,
      memberId,
      part: { event: 'certificate.awarded', subject: { kind: 'member', id: memberId }, data },
    }
  })
}

/** Awards a certificate, or renews it, within a transaction that writes what comes back as one of its events. */
export const giveAward = async (work: Work, given: GivenAward): Promise<{ awardId: number; part: ChangePart }> => {
  const { memberId, certificateId, source, by } = given
  await lockMember(work, memberId)
  const certificate = await lockCertificate(work, { certificateId })
  const now = work.ctx.now()
  const today = localDay(now, await work.ctx.settings.get('SITE_TIME_ZONE'))
  const awards = [{ memberId, at: now, expiresOn: expiryOf(today, certificate.valid_days), usedOn: null }]
  const [written] = await insertAwards(work, { now, today, certificate, source, by, awards })
  if (!written) throw new Error('an award was not written')
  const { awardId, part } = written
  const tell = certificate.is_induction ? await recordInduction(work, { memberId, at: now }) : []
  // Who passed a quiz reads it on the screen.
  if (source !== 'quiz') await addJob(work, mailAwardJob, { awardId, occasion: 'awarded' })
  return { awardId, part: { ...part, tell: [...awardNotices([memberId]), ...tell] } }
}

/** Awards a certificate as an event of its own. */
export const award = (ctx: Ctx, given: GivenAward): Promise<number> =>
  change(ctx, 'certificate.awarded', async (work) => {
    const { awardId, part } = await giveAward(work, { ...given })
    return { ...part, result: awardId }
  })

/** Staff tick a certificate. Only administrators do so for themselves. */
export const awardByStaff = (
  ctx: Ctx,
  { memberId, certificateId }: { memberId: number; certificateId: number },
): Promise<number> => {
  const { actor } = ctx
  const by = actor.kind === 'member' ? actor.id : null
  if (actor.kind === 'member' && actor.id === memberId && !actor.isAdmin) throw new AppError('ownCertificate')
  return award(ctx, { memberId, certificateId, source: 'staff', by })
}

/** Ends an award with a reason. What was awarded stays in the list. The member is locked first, as where one is given. */
export const endAward = (ctx: Ctx, { awardId, reason }: { awardId: number; reason: string }): Promise<void> =>
  change(ctx, 'certificate.ended', async (work) => {
    await work.tx
      .selectFrom('members')
      .select('id')
      .where('id', '=', (is) => is.selectFrom('awards').select('member_id').where('id', '=', awardId))
      .forNoKeyUpdate()
      .execute()
    const found = await work.tx
      .selectFrom('awards as a')
      .innerJoin('certificates as c', 'c.id', 'a.certificate_id')
      .select(['a.member_id', 'a.ended_at', 'a.certificate_id', 'c.name', 'c.is_induction'])
      .where('a.id', '=', awardId)
      .forNoKeyUpdate('a')
      .executeTakeFirst()
    if (!found) throw new AppError('notFound')
    if (found.ended_at !== null) throw new AppError('alreadyDecided')
    const { member_id: memberId, name: certificate, certificate_id: certificateId } = found
    const ended_by = ctx.actor.kind === 'member' ? ctx.actor.id : null
    await work.tx
      .updateTable('awards')
      .set({ ended_at: ctx.now(), end_kind: 'withdrawn', end_reason: reason, ended_by })
      .where('id', '=', awardId)
      .execute()
    const tell = found.is_induction ? await recordInduction(work, { memberId, at: null }) : []
    await addJob(work, mailAwardJob, { awardId, occasion: 'ended' })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { certificate, certificateId, awardId, reason },
      tell: [...awardNotices([memberId]), ...tell],
    }
  })

const awardRows = async (ctx: Ctx) => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const today = localDay(ctx.now(), zone)
  const query = ctx.db
    .selectFrom('awards as a')
    .innerJoin('certificates as c', 'c.id', 'a.certificate_id')
    .leftJoin('members as by', 'by.id', 'a.awarded_by')
    .leftJoin('members as ender', 'ender.id', 'a.ended_by')
    .select(['a.id', 'a.member_id', 'a.certificate_id', 'c.name as certificate', 'a.at', 'a.source'])
    .select(['a.ended_at', 'a.end_kind', 'a.end_reason', 'a.expires_on'])
    .select([
      fullNameOf<string | null>('by').as('by_name'),
      fullNameOf<string | null>('ender').as('ender'),
      endsOn(zone).as('ends_on'),
    ])
  return { query, today }
}

type AwardRow = Awaited<ReturnType<Awaited<ReturnType<typeof awardRows>>['query']['execute']>>[number]

/** One that ended today reads as ended before the job has said so. */
const endOf = (row: AwardRow, today: Day): Award['end'] => {
  if (row.ended_at !== null && row.end_kind !== null) {
    return { at: row.ended_at.toISOString(), kind: row.end_kind, reason: row.end_reason ?? '', by: row.ender }
  }
  if (row.expires_on === null || row.expires_on > today) return null
  return { at: `${row.expires_on}T00:00:00.000Z`, kind: 'expired', reason: '', by: null }
}

const asAward = (row: AwardRow, today: Day): Award => {
  const end = endOf(row, today)
  return {
    id: row.id,
    certificateId: row.certificate_id,
    certificate: row.certificate,
    at: row.at.toISOString(),
    source: row.source,
    by: row.by_name,
    endsOn: end === null ? row.ends_on : null,
    end,
  }
}

/** The same for staff, who ask for a member by number. */
export const listMemberAwards = async (ctx: Ctx, memberId: number): Promise<Award[]> => {
  const member = await ctx.db.selectFrom('members').select('id').where('id', '=', memberId).executeTakeFirst()
  if (!member) throw new AppError('notFound')
  return listAwards(ctx, memberId)
}

/** What a member has and had, newest first. */
export const listAwards = async (ctx: Ctx, memberId: number): Promise<Award[]> => {
  const { query, today } = await awardRows(ctx)
  const rows = await query.where('a.member_id', '=', memberId).orderBy('a.id', 'desc').limit(mostCertificates).execute()
  return rows.map((row) => asAward(row, today))
}

type CertificateHolderQuery = {
  certificateId: number
  which: 'current' | 'ended'
  text: string
  before?: number | undefined
  limit: number
}

/** Who has a certificate, or had it, newest first, a page at a time. */
export const listCertificateHolders = async (
  ctx: Ctx,
  { certificateId, which, text, before, limit }: CertificateHolderQuery,
): Promise<{ holders: CertificateHolder[]; hasMore: boolean }> => {
  const { query, today } = await awardRows(ctx)
  const name = fullNameOf('m')
  const rows = await query
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select(name.as('name'))
    .where('a.certificate_id', '=', certificateId)
    .where(which === 'current' ? isCurrent(today) : sql<boolean>`not ${isCurrent(today)}`)
    .$if(text.trim() !== '', (some) => some.where(sql<boolean>`lower(${name}) like ${likePattern(text.trim())}`))
    .$if(before !== undefined, (some) => some.where('a.id', '<', before ?? 0))
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .execute()
  const holders = rows.slice(0, limit).map((row) => {
    const { certificateId: _, certificate: __, ...held } = asAward(row, today)
    return { ...held, memberId: row.member_id, name: row.name }
  })
  return { holders, hasMore: rows.length > limit }
}
