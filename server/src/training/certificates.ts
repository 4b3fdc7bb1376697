import type { Certificate, CertificateDetails } from '@spacekeeper/contract/training/shapes.ts'
import { mostCertificates } from '@spacekeeper/contract/training/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from '#platform/db/change-row.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { localDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { isCurrent, trainingChanged } from './award-facts.ts'

/** A certificate, locked until the transaction ends; one that is archived counts as none. */
export const lockCertificate = async ({ tx }: Work, input: { certificateId: number; withArchived?: boolean }) => {
  const certificate = await tx
    .selectFrom('certificates')
    .selectAll()
    .where('id', '=', input.certificateId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!certificate || (certificate.archived_at !== null && !input.withArchived)) throw new AppError('notFound')
  return certificate
}

const jsonOf = <Row>(rows: RawBuilder<Row>) => sql<Row[]>`coalesce((select json_agg(x) from (${rows}) as x), '[]')`

const devicesColumn = jsonOf(
  sql<Certificate['devices'][number]>`select d.id, d.name, d.kind
    from certificate_requirements q join devices d on d.id = q.device_id
    where q.certificate_id = c.id and d.removed_at is null order by lower(d.name)`,
)

const trainersColumn = jsonOf(
  sql<Certificate['trainers'][number]>`select m.id, ${fullNameOf('m')} as name
    from certificate_trainers t join members m on m.id = t.member_id
    where t.certificate_id = c.id order by lower(m.first_name), lower(m.last_name)`,
)

/** Every certificate, by name, those that are archived last. */
export const listCertificates = async (ctx: Ctx): Promise<Certificate[]> => {
  const today = localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))
  const rows = await ctx.db
    .selectFrom('certificates as c')
    .select(
      columns(
        'c.id, c.name, c.description, c.course, c.course_ref, c.course_url, c.pass_percent, c.cool_down_hours',
        'c.valid_days, c.unused_days, c.remind_days, c.is_induction, c.archived_at',
      ),
    )
    .select([devicesColumn.as('devices'), trainersColumn.as('trainers')])
    .select(sql<number>`jsonb_array_length(c.questions)`.as('questions'))
    .select(sql<number>`(select count(*)::int from certificate_pages p where p.certificate_id = c.id)`.as('pages'))
    .select(
      sql<number>`(select count(*)::int from awards a where a.certificate_id = c.id and ${isCurrent(today)})`.as(
        'holders',
      ),
    )
    .orderBy(sql`c.archived_at is not null`)
    .orderBy(sql`lower(c.name)`)
    .limit(mostCertificates)
    .execute()
  return rows.map(withTimes)
}

const clashes = { certificates_name: { field: 'name', message: 'Another certificate has this name.' } }

const changedColumns = {
  name: 'name',
  description: 'description',
  course: 'course',
  courseRef: 'course_ref',
  courseUrl: 'course_url',
  passPercent: 'pass_percent',
  coolDownHours: 'cool_down_hours',
  validDays: 'valid_days',
  unusedDays: 'unused_days',
  isInduction: 'is_induction',
} as const satisfies Partial<Record<keyof CertificateDetails, string>>

/** The furthest from the end first, each once. */
const sortDays = (days: readonly number[]) => [...new Set(days)].toSorted((a, b) => b - a)

const checkCourse = ({ course, courseRef }: { course: string; courseRef: string }) => {
  const isElsewhere = course === 'moodle' || course === 'canvas'
  if (isElsewhere && courseRef === '') throw badField('courseRef', 'Which course? Enter its number.')
}

/** There is one induction at most: another certificate that becomes it takes it over. */
const takeInduction = ({ tx }: Work) =>
  tx.updateTable('certificates').set({ is_induction: false }).where('is_induction', '=', true).execute()

/** Adds a certificate. Its id comes back. */
export const createCertificate = (ctx: Ctx, input: CertificateDetails): Promise<number> =>
  onUnique(clashes, () =>
    change(ctx, 'certificate.added', async (work) => {
      if (!input.isInduction) checkCourse(input)
      if (input.isInduction) await takeInduction(work)
      const { remindDays, ...details } = input
      const values = Object.fromEntries(
        Object.entries(changedColumns).map(([field, column]) => [column, details[field as keyof typeof details]]), // its own keys
      )
      const { id } = await work.tx
        .insertInto('certificates')
        .values({ ...values, name: input.name, remind_days: sortDays(remindDays), created_at: ctx.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { result: id, subject: { kind: 'certificate', id }, data: { ...input }, tell: trainingChanged }
    }),
  )

type CertificateUpdate = {
  certificateId: number
  details: { [F in keyof CertificateDetails]?: CertificateDetails[F] | undefined }
}

/** Changes the details of a certificate. Awards keep the end they were given. */
export const updateCertificate = (ctx: Ctx, { certificateId, details }: CertificateUpdate): Promise<void> =>
  onUnique(clashes, () =>
    change(ctx, 'certificate.changed', async (work) => {
      const row = await lockCertificate(work, { certificateId })
      const isInduction = details.isInduction ?? row.is_induction
      if (!isInduction)
        checkCourse({ course: details.course ?? row.course, courseRef: details.courseRef ?? row.course_ref })
      if (details.isInduction && !row.is_induction) await takeInduction(work)
      const { remindDays, ...changes } = details
      const before = row.remind_days.join()
      const days = remindDays === undefined ? row.remind_days : sortDays(remindDays)
      const update = work.tx.updateTable('certificates').where('id', '=', certificateId)
      const changed = await changeRow(update, { row, columns: changedColumns, changes })
      const isReminding = days.join() !== before
      if (isReminding) await update.set({ remind_days: days }).execute()
      if (!changed && !isReminding) return unchanged(undefined)
      const reminders = isReminding ? { remindDays: { from: row.remind_days, to: days } } : {}
      return {
        result: undefined,
        subject: { kind: 'certificate', id: certificateId },
        data: { name: row.name, changes: { ...changed, ...reminders } },
        tell: trainingChanged,
      }
    }),
  )

const isAskedFor = async ({ tx }: Work, certificateId: number) =>
  (await tx
    .selectFrom('certificate_requirements as q')
    .innerJoin('devices as d', 'd.id', 'q.device_id')
    .select('d.id')
    .where('q.certificate_id', '=', certificateId)
    .where('d.removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Archives a certificate, or brings it back. While a device asks for it, that would open the device to everybody. */
export const setCertificateArchived = (
  ctx: Ctx,
  input: { certificateId: number; isArchived: boolean },
): Promise<void> =>
  onUnique(clashes, () =>
    change(ctx, input.isArchived ? 'certificate.archived' : 'certificate.restored', async (work) => {
      const { certificateId, isArchived } = input
      const { name, archived_at: before } = await lockCertificate(work, { certificateId, withArchived: true })
      if ((before !== null) === isArchived) return unchanged(undefined)
      if (isArchived && (await isAskedFor(work, certificateId))) throw new AppError('certificateNeeded')
      await work.tx
        .updateTable('certificates')
        .set(isArchived ? { archived_at: ctx.now(), is_induction: false } : { archived_at: null })
        .where('id', '=', certificateId)
        .execute()
      const subject = { kind: 'certificate', id: certificateId }
      return { result: undefined, subject, data: { name }, tell: trainingChanged }
    }),
  )
