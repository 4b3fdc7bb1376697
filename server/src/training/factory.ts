import type { CourseKind, Question } from '@spacekeeper/contract/training/shapes.ts'
import type { awardSources } from '@spacekeeper/contract/training/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import type { Day } from '#platform/local-day.ts'

type CertificateFacts = {
  name?: string
  description?: string
  course?: CourseKind
  courseRef?: string
  passPercent?: number
  coolDownHours?: number
  questions?: readonly Question[]
  pages?: readonly { title: string; body: string }[]
  validDays?: number | null
  unusedDays?: number | null
  remindDays?: number[]
  isInduction?: boolean
  /** Devices that ask for it. */
  deviceIds?: readonly number[]
  trainerIds?: readonly number[]
}

let count = 0

/** A certificate for tests and demonstrations; whatever is not said is ordinary: no course, for ever. */
export const aCertificate = async (
  db: Kysely<Database>,
  facts: CertificateFacts = {},
): Promise<{ id: number; name: string }> => {
  count += 1
  const name = facts.name ?? `Certificate ${count}`
  const now = new Date()
  const { id } = await db
    .insertInto('certificates')
    .values({
      name,
      description: facts.description ?? '',
      course: facts.course ?? 'none',
      course_ref: facts.courseRef ?? '',
      pass_percent: facts.passPercent ?? 100,
      cool_down_hours: facts.coolDownHours ?? 24,
      questions: JSON.stringify(facts.questions ?? []),
      valid_days: facts.validDays ?? null,
      unused_days: facts.unusedDays ?? null,
      remind_days: facts.remindDays ?? [30, 7],
      is_induction: facts.isInduction ?? false,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, { title, body }] of (facts.pages ?? []).entries())
    await db.insertInto('certificate_pages').values({ certificate_id: id, position, title, body }).execute()
  for (const deviceId of facts.deviceIds ?? [])
    await db.insertInto('certificate_requirements').values({ certificate_id: id, device_id: deviceId }).execute()
  for (const memberId of facts.trainerIds ?? [])
    await db
      .insertInto('certificate_trainers')
      .values({ certificate_id: id, member_id: memberId, since: now })
      .execute()
  return { id, name }
}

type AwardFacts = {
  memberId: number
  certificateId: number
  at?: Date
  source?: (typeof awardSources)[number]
  by?: number
  expiresOn?: Day | null
}

/** A certificate that a member has. */
export const anAward = (db: Kysely<Database>, facts: AwardFacts): Promise<{ id: number }> =>
  db
    .insertInto('awards')
    .values({
      member_id: facts.memberId,
      certificate_id: facts.certificateId,
      at: facts.at ?? new Date(),
      source: facts.source ?? 'staff',
      awarded_by: facts.by ?? null,
      expires_on: facts.expiresOn ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
