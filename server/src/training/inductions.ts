import type { CourseKind } from '@spacekeeper/contract/training/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { localDay } from '#platform/local-day.ts'
import { recordInduction } from '../members/inductions.ts'
import { lockMember } from '../members/member-row.ts'
import { award } from './awards.ts'
import { askCanvas } from './canvas.ts'
import { type CourseSource, courseOf, findCertificate, onlineInduction } from './courses.ts'
import { askMoodle } from './moodle.ts'
import { isInductionOpen, mayAward } from './rules.ts'

type InductionReader = Pick<Ctx, 'db' | 'settings' | 'now'>

/** The induction that joining asks a member for: the certificate, if one is the induction, and where it is earned. */
export type OpenInduction = { certificateId: number | null; name: string | null; course: CourseKind; url: string }

const findInduction = async ({ db }: InductionReader) =>
  (await db.selectFrom('certificates').selectAll().where('is_induction', '=', true).executeTakeFirst()) ?? null

/** How the member stands with a certificate, by the newest award of it. */
const standingWith = async (
  { db, settings, now }: InductionReader,
  input: { memberId: number; certificateId: number },
) => {
  const newest = await db
    .selectFrom('awards')
    .select(['ended_at', 'expires_on', 'end_kind'])
    .where('member_id', '=', input.memberId)
    .where('certificate_id', '=', input.certificateId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return { award: 'none', isWithdrawn: false } as const
  const today = localDay(now(), await settings.get('SITE_TIME_ZONE'))
  const isOver = newest.ended_at !== null || (newest.expires_on !== null && newest.expires_on <= today)
  return { award: isOver ? 'ended' : 'current', isWithdrawn: newest.end_kind === 'withdrawn' } as const
}

/** Which induction a member needs now to join, if any. In a transaction, `db` is `readOnly(tx)`. */
export const openInduction = async (ctx: InductionReader, memberId: number): Promise<OpenInduction | null> => {
  const [settings, certificate] = await Promise.all([ctx.settings.all(), findInduction(ctx)])
  const online = onlineInduction(settings)
  const member = await ctx.db
    .selectFrom('members')
    .select('last_induction_at')
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!member) throw new AppError('notFound')
  const standing = certificate ? await standingWith(ctx, { memberId, certificateId: certificate.id }) : null
  const isOpen = isInductionOpen({
    maxDays: settings.MAX_INDUCTION_DAYS,
    isSetUp: certificate !== null || online !== null,
    lastInductionAt: member.last_induction_at,
    award: standing?.award ?? 'none',
    now: ctx.now(),
  })
  if (!isOpen) return null
  if (!certificate) return { certificateId: null, name: null, course: online?.kind ?? 'none', url: online?.url ?? '' }
  const { kind: course, url } = courseOf(certificate, settings)
  return { certificateId: certificate.id, name: certificate.name, course, url }
}

const emailOf = async ({ db }: InductionReader, memberId: number): Promise<string> => {
  const member = await db.selectFrom('members').select('email').where('id', '=', memberId).executeTakeFirst()
  if (!member) throw new AppError('notFound')
  return member.email
}

/** How much of a course elsewhere the member has done, in percent. */
const askPercent = async (ctx: Ctx, { source, memberId }: { source: CourseSource; memberId: number }) => {
  const settings = await ctx.settings.all()
  const learner = { courseRef: source.ref, email: await emailOf(ctx, memberId), now: ctx.now() }
  const [ask, account] =
    source.kind === 'moodle'
      ? [askMoodle, { baseUrl: settings.MOODLE_API_BASE_URL, token: settings.MOODLE_API_TOKEN }]
      : [askCanvas, { baseUrl: settings.CANVAS_API_BASE_URL, token: settings.CANVAS_API_TOKEN }]
  try {
    if (account.baseUrl === '' || account.token === '' || source.ref === '')
      throw new Error(`${source.kind} is not set up: it needs an address, a token and the number of the course`)
    return await ask(account, learner)
  } catch (error) {
    ctx.log.warn({ err: error, course: source.ref, system: source.kind }, 'a course elsewhere could not be asked')
    throw new AppError('courseAway')
  }
}

type CourseResult = { isPassed: boolean; percent: number }

/** `renews`: joining asks for an induction that is newer than the one the member has. */
type CourseCheck = { certificateId: number; memberId: number; renews: boolean }

/** Asks Moodle or Canvas for a member, and awards the certificate once the course is passed. */
const checkFor = async (ctx: Ctx, { certificateId, memberId, renews }: CourseCheck): Promise<CourseResult> => {
  const certificate = await findCertificate(ctx, certificateId)
  const source = courseOf(certificate, await ctx.settings.all())
  if (source.kind !== 'moodle' && source.kind !== 'canvas') throw new AppError('notFound')
  const standing = await standingWith(ctx, { memberId, certificateId })
  const percent = await askPercent(ctx, { source, memberId })
  const isDone = percent >= source.passPercent
  if (!isDone || (standing.award === 'current' && !renews)) return { isPassed: isDone, percent }
  if (!mayAward({ source: source.kind, isWithdrawn: standing.isWithdrawn })) return { isPassed: false, percent }
  await award(ctx, { memberId, certificateId, source: source.kind, by: null })
  return { isPassed: true, percent }
}

/** The caller asks whether their course elsewhere is done. */
export const checkCourse = (ctx: Ctx, certificateId: number): Promise<CourseResult> =>
  checkFor(ctx, { certificateId, memberId: memberOf(ctx).id, renews: false })

/** Keeps an online induction that is no certificate. */
const passOnline = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'induction.passed', async (work) => {
    await lockMember(work, memberId)
    const tell = await recordInduction(work, { memberId, at: ctx.now() })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell }
  })

export type InductionResult = { success: boolean; score: number; notRequired?: true }

const checkOnline = async (
  ctx: Ctx,
  { induction, memberId }: { induction: OpenInduction; memberId: number },
): Promise<CourseResult> => {
  const { certificateId } = induction
  if (certificateId !== null) return checkFor(ctx, { certificateId, memberId, renews: true })
  const source = onlineInduction(await ctx.settings.all())
  if (!source) return { isPassed: false, percent: 0 }
  const percent = await askPercent(ctx, { source, memberId })
  const isPassed = percent >= source.passPercent
  if (isPassed) await passOnline(ctx, memberId)
  return { isPassed, percent }
}

/** Whether a member who joins has done the induction, as existing clients poll it. A course that is away is not done. */
export const checkInduction = async (ctx: Ctx, memberId: number): Promise<InductionResult> => {
  const induction = await openInduction(ctx, memberId)
  if (!induction) return { success: true, score: 0, notRequired: true }
  if (induction.course !== 'moodle' && induction.course !== 'canvas') return { success: false, score: 0 }
  try {
    const { isPassed, percent } = await checkOnline(ctx, { induction, memberId })
    return { success: isPassed, score: percent }
  } catch (error) {
    if (error instanceof AppError && error.code === 'courseAway') return { success: false, score: 0 }
    throw error
  }
}
