import {
  type Course,
  CourseContent,
  type CourseKind,
  type CoursePage,
  type NextStep,
  Question,
} from '@spacekeeper/contract/training/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, within } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { localDay } from '#platform/local-day.ts'
import { refuseOtherVersion, versionOf } from '#platform/text-version.ts'
import { addressOfImage, storeImage } from '../settings/images.ts'
import { isCurrent, trainingChanged } from './award-facts.ts'
import { lockCertificate } from './certificates.ts'
import { nextStepOf } from './rules.ts'

type CourseReader = Pick<Ctx, 'db'>

export const readQuestions = (stored: unknown): Question[] => z.array(Question).parse(stored)

const listPages = async ({ db }: CourseReader, certificateId: number): Promise<CoursePage[]> => {
  const rows = await db
    .selectFrom('certificate_pages as p')
    .leftJoin('site_images as i', 'i.hash', 'p.picture_hash')
    .select(['p.title', 'p.body', 'i.hash', 'i.media_type'])
    .where('p.certificate_id', '=', certificateId)
    .orderBy('p.position')
    .execute()
  return rows.map(({ title, body, hash, media_type }) => ({
    title,
    body,
    pictureHash: hash,
    picture: hash === null || media_type === null ? null : addressOfImage(hash, media_type),
  }))
}

export const findCertificate = async ({ db }: CourseReader, certificateId: number) => {
  const certificate = await db
    .selectFrom('certificates')
    .selectAll()
    .where('id', '=', certificateId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!certificate) throw new AppError('notFound')
  return certificate
}

/** The pages and questions as staff write them. */
export const getContent = async (
  ctx: Ctx,
  certificateId: number,
): Promise<{ pages: CoursePage[]; questions: Question[]; version: string }> => {
  const certificate = await findCertificate(ctx, certificateId)
  const content = { pages: await listPages(ctx, certificateId), questions: readQuestions(certificate.questions) }
  return { ...content, version: versionOf(CourseContent.parse(content)) }
}

const checkPictures = async ({ tx }: Work, pages: CourseContent['pages']) => {
  const hashes = new Set(pages.flatMap(({ pictureHash }) => pictureHash ?? []))
  const known = await tx
    .selectFrom('site_images')
    .select('hash')
    .where('hash', '=', sql<string>`any(${[...hashes]}::text[])`)
    .execute()
  if (known.length < hashes.size) throw badField('pages', 'A picture is no longer there. Upload it again.')
}

/** Replaces the pages and questions. Who has the certificate keeps it. */
export const saveContent = (
  ctx: Ctx,
  input: CourseContent & { certificateId: number; version?: string | undefined },
): Promise<{ version: string }> =>
  change(ctx, 'certificate.courseChanged', async (work) => {
    const { tx } = work
    const { certificateId, pages, questions } = input
    const { name, questions: before } = await lockCertificate(work, { certificateId })
    const stored = { pages: await listPages(within(work), certificateId), questions: readQuestions(before) }
    refuseOtherVersion(input.version, CourseContent.parse(stored))
    await checkPictures(work, pages)
    await tx.deleteFrom('certificate_pages').where('certificate_id', '=', certificateId).execute()
    const rows = pages.map(({ title, body, pictureHash }, position) => ({
      certificate_id: certificateId,
      position,
      title,
      body,
      picture_hash: pictureHash,
    }))
    if (rows.length > 0) await tx.insertInto('certificate_pages').values(rows).execute()
    await tx
      .updateTable('certificates')
      .set({ questions: JSON.stringify(questions) })
      .where('id', '=', certificateId)
      .execute()
    return {
      result: { version: versionOf(CourseContent.parse(input)) },
      subject: { kind: 'certificate', id: certificateId },
      data: { name, pages: pages.length, questions: questions.length },
      tell: trainingChanged,
    }
  })

/** Twice as wide as pages show it. */
const pictureShape = { width: 1280, height: 960, kind: 'photo' } as const

/** Keeps a picture for a page, which names it when it is saved. */
export const uploadCoursePicture = async (
  ctx: Ctx,
  { certificateId, file }: { certificateId: number; file: Uint8Array },
): Promise<{ pictureHash: string; picture: string }> => {
  await findCertificate(ctx, certificateId)
  const { hash, address } = await storeImage(ctx, { field: 'picture', file, shape: pictureShape })
  return { pictureHash: hash, picture: address }
}

/** Until when the member waits after a failed quiz; null when they need not. */
export const findRetryAt = async (
  { db }: CourseReader,
  input: { certificateId: number; memberId: number; now: Date },
): Promise<Date | null> => {
  const last = await db
    .selectFrom('quiz_attempts')
    .select('retry_at')
    .where('member_id', '=', input.memberId)
    .where('certificate_id', '=', input.certificateId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const until = last?.retry_at ?? null
  return until !== null && until > input.now ? until : null
}

/** A course as the caller takes it. */
export const getCourse = async (ctx: Ctx, certificateId: number): Promise<Course> => {
  const { id: memberId } = memberOf(ctx)
  const certificate = await findCertificate(ctx, certificateId)
  if (certificate.course !== 'builtIn') throw new AppError('notFound')
  const now = ctx.now()
  const today = localDay(now, await ctx.settings.get('SITE_TIME_ZONE'))
  const [pages, retryAt, held] = await Promise.all([
    listPages(ctx, certificateId),
    findRetryAt(ctx, { certificateId, memberId, now }),
    ctx.db
      .selectFrom('awards as a')
      .select('a.id')
      .where('a.member_id', '=', memberId)
      .where('a.certificate_id', '=', certificateId)
      .where(isCurrent(today))
      .executeTakeFirst(),
  ])
  return {
    id: certificate.id,
    name: certificate.name,
    description: certificate.description,
    pages: pages.map(({ title, body, picture }) => ({ title, body, picture })),
    questions: readQuestions(certificate.questions).map(({ text, choices }) => ({
      text,
      choices: choices.map((choice) => choice.text),
      isMany: choices.filter(({ isRight }) => isRight).length > 1,
    })),
    passPercent: certificate.pass_percent,
    coolDownHours: certificate.cool_down_hours,
    isHeld: held !== undefined,
    retryAt: retryAt?.toISOString() ?? null,
  }
}

/** Where a certificate is earned: what it says, or for the induction the Moodle or Canvas that the settings name. */
export type CourseSource = { kind: CourseKind; ref: string; url: string; passPercent: number }

type InductionSettings = {
  MOODLE_INDUCTION_ENABLED: boolean
  MOODLE_INDUCTION_COURSE_ID: string
  CANVAS_INDUCTION_ENABLED: boolean
  CANVAS_INDUCTION_COURSE_ID: string
  INDUCTION_ENROL_LINK: string
  MIN_INDUCTION_SCORE: number
}

/** The online induction of the settings; Moodle wins over Canvas. */
export const onlineInduction = (settings: InductionSettings): CourseSource | null => {
  const { MIN_INDUCTION_SCORE: passPercent, INDUCTION_ENROL_LINK: url } = settings
  if (settings.MOODLE_INDUCTION_ENABLED)
    return { kind: 'moodle', ref: settings.MOODLE_INDUCTION_COURSE_ID, url, passPercent }
  if (settings.CANVAS_INDUCTION_ENABLED)
    return { kind: 'canvas', ref: settings.CANVAS_INDUCTION_COURSE_ID, url, passPercent }
  return null
}

type CertificateCourse = {
  course: CourseKind
  course_ref: string
  course_url: string
  pass_percent: number
  is_induction: boolean
}

export const courseOf = (certificate: CertificateCourse, settings: InductionSettings): CourseSource => {
  const { course: kind, course_ref: ref, course_url: url, pass_percent: passPercent } = certificate
  const own = { kind, ref, url, passPercent }
  const online = certificate.is_induction ? onlineInduction(settings) : null
  return online ? { ...online, url: url || online.url } : own
}

type StepFacts = {
  source: CourseSource
  hasContent: boolean
  trainers: string[]
  isWithdrawn: boolean
  retryAt: Date | null
}

/** What a member without the certificate does next. */
export const describeStep = ({ source, hasContent, trainers, isWithdrawn, retryAt }: StepFacts): NextStep => ({
  kind: nextStepOf({ course: source.kind, hasContent, hasTrainers: trainers.length > 0, isWithdrawn }),
  url: source.url,
  retryAt: retryAt?.toISOString() ?? null,
  trainers,
})
