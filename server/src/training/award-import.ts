import type { AwardFileContent } from '@spacekeeper/contract/training/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, readOnly, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Notice } from '#platform/live/channel.ts'
import { type Day, localDay, startOfDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { recordInduction } from '../members/inductions.ts'
import { awardNotices, wasWithdrawn } from './award-facts.ts'
import { readAwardFile } from './award-file.ts'
import { insertAwards } from './awards.ts'
import { lockCertificate } from './certificates.ts'
import { type AwardedMember, type AwardLine, memberKeyOf, type PlannedAward, planAwards } from './rules.ts'

const sampleAwards = 8

type ImportedMember = AwardedMember & { email: string; inductedAt: Date | null }

type FileFacts = { certificateId: number; lines: readonly AwardLine[]; zone: string }

/** The members that a file means, by email and by number. */
const findMembers = async (
  db: Ctx['db'],
  { certificateId, lines, zone }: FileFacts,
): Promise<ReadonlyMap<string | number, ImportedMember>> => {
  const keys = lines.map(({ who }) => memberKeyOf(who))
  const emails = keys.filter((key) => typeof key === 'string')
  const ids = keys.filter((key) => typeof key === 'number')
  const rows = await db
    .selectFrom('members as m')
    .leftJoin('awards as a', (on) =>
      on.onRef('a.member_id', '=', 'm.id').on('a.certificate_id', '=', sql<number>`${certificateId}::int`),
    )
    .select(['m.id', sql<string>`lower(m.email)`.as('email'), 'm.last_induction_at as inductedAt'])
    .select(fullNameOf('m').as('name'))
    .select(sql<Day | null>`max((a.at at time zone ${zone}::text)::date)`.as('newestOn'))
    .select(wasWithdrawn(certificateId).as('isWithdrawn'))
    .where('m.closed_at', 'is', null)
    .where(sql<boolean>`(lower(m.email) = any(${emails}::text[]) or m.id = any(${ids}::int[]))`)
    .groupBy('m.id')
    .execute()
  return new Map<string | number, ImportedMember>(
    rows.flatMap((row) => [
      [row.email, row],
      [row.id, row],
    ]),
  )
}

/** Keeps when these members had their induction, unless they had another one since. */
const recordInductions = async (
  work: Work,
  { awards, members, atOf }: { awards: readonly PlannedAward[]; members: FoundMembers; atOf: (day: Day) => Date },
): Promise<Notice[]> => {
  const tell: Notice[] = []
  for (const { member, on } of awards) {
    const [at, before] = [atOf(on), members.get(member.id)?.inductedAt ?? null]
    if (before === null || before < at) tell.push(...(await recordInduction(work, { memberId: member.id, at })))
  }
  return tell
}

type FoundMembers = Awaited<ReturnType<typeof findMembers>>

const describe = ({ awards, known, problems }: ReturnType<typeof planAwards>): AwardFileContent => ({
  awards: awards.length,
  known,
  problems,
  sample: awards.slice(0, sampleAwards).map(({ member, on, endsOn }) => ({ name: member.name, on, endsOn })),
})

/**
 * Reads a file of awards and, unless it is a trial, awards what is new in it. Members brought these certificates along,
 * so no email tells them of it.
 */
export const importAwards = async (
  ctx: Ctx,
  { certificateId, isTrial, file }: { certificateId: number; isTrial: boolean; file: Uint8Array },
): Promise<AwardFileContent> => {
  const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = await ctx.settings.all()
  const lines = await readAwardFile(file, { locale })
  const { actor } = ctx
  const now = ctx.now()
  const today = localDay(now, zone)
  const by = actor.kind === 'member' ? actor.id : null
  const refusedId = actor.kind === 'member' && !actor.isAdmin ? actor.id : null
  const found = await findMembers(ctx.db, { certificateId, lines, zone })
  if (isTrial) {
    const certificate = await ctx.db
      .selectFrom('certificates')
      .select('valid_days')
      .where('id', '=', certificateId)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    if (!certificate) throw new AppError('notFound')
    return describe(planAwards(lines, { members: found, today, validDays: certificate.valid_days, refusedId }))
  }
  return change(ctx, 'certificate.imported', async (work) => {
    const memberIds = [...new Set([...found.values()].map(({ id }) => id))]
    // Members first and in order, as whatever awards a certificate locks them.
    await sql`select from members where id = any(${memberIds}::int[]) order by id for no key update`.execute(work.tx)
    const certificate = await lockCertificate(work, { certificateId })
    const members = await findMembers(readOnly(work.tx), { certificateId, lines, zone })
    const plan = planAwards(lines, { members, today, validDays: certificate.valid_days, refusedId })
    if (plan.awards.length === 0) return unchanged(describe(plan))
    // At noon, which is the same day for readers nearby.
    const atOf = (day: Day) => new Date(Math.min(now.getTime(), startOfDay(day, zone).getTime() + 12 * 3_600_000))
    const awards = plan.awards.map(({ member, on, endsOn }) => ({
      memberId: member.id,
      at: atOf(on),
      expiresOn: endsOn,
      // Where uses were not noted, the days without use begin now.
      usedOn: certificate.unused_days === null ? null : today,
    }))
    const written = await insertAwards(work, { now, today, certificate, source: 'import', by, awards })
    const inductions = certificate.is_induction
      ? await recordInductions(work, { awards: plan.awards, members, atOf })
      : []
    return {
      result: describe(plan),
      subject: { kind: 'certificate', id: certificateId },
      data: { name: certificate.name, count: awards.length, known: plan.known, problems: plan.problems.length },
      tell: [...awardNotices(awards.map(({ memberId }) => memberId)), ...inductions],
      also: written.map(({ part }) => part),
    }
  })
}
