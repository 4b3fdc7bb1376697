import type {
  Award,
  HeldCertificate,
  NextStep,
  OpenCertificate,
  OwnTraining,
} from '@spacekeeper/contract/training/shapes.ts'
import { mostCertificates } from '@spacekeeper/contract/training/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { type NameFacts, shownName } from '#platform/shown-name.ts'
import { wasWithdrawn } from './award-facts.ts'
import { listAwards } from './awards.ts'
import { courseOf, describeStep } from './courses.ts'
import { openInduction } from './inductions.ts'
import { listTrained } from './trainers.ts'

type TrainerRow = NameFacts & { id: number }

/** Every certificate that is in use, with what the member needs it for and how they get it. */
const listForMember = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('certificates as c')
    .selectAll('c')
    .select([
      sql<string[]>`array(
        select d.name from certificate_requirements q
        join devices d on d.id = q.device_id and d.removed_at is null and not d.is_hidden
        join grants g on g.device_id = d.id and g.member_id = ${memberId}
        where q.certificate_id = c.id order by lower(d.name))`.as('devices'),
      sql<boolean>`exists (select from certificate_requirements q join devices d on d.id = q.device_id
        where q.certificate_id = c.id and d.removed_at is null and not d.is_hidden)`.as('is_asked_for'),
      sql<boolean>`(jsonb_array_length(c.questions) > 0
        or exists (select from certificate_pages p where p.certificate_id = c.id))`.as('has_content'),
      sql<TrainerRow[]>`coalesce((
        select json_agg(json_build_object('id', m.id, 'first_name', m.first_name, 'last_name', m.last_name,
          'screen_name', m.screen_name, 'name_choice', m.name_choice) order by lower(m.first_name), m.id)
        from certificate_trainers t join members m on m.id = t.member_id
        where t.certificate_id = c.id and m.state = 'active' and m.id <> ${memberId}), '[]')`.as('trainer_rows'),
      sql<boolean>`exists (select from members m where m.id = ${memberId} and ${wasWithdrawn(sql.ref('c.id'))})`.as(
        'is_withdrawn',
      ),
      sql<Date | null>`(select t.retry_at from quiz_attempts t
        where t.certificate_id = c.id and t.member_id = ${memberId} order by t.id desc limit 1)`.as('retry_at'),
    ])
    .where('c.archived_at', 'is', null)
    .orderBy(sql`lower(c.name)`)
    .limit(mostCertificates)
    .execute()

type OwnRow = Awaited<ReturnType<typeof listForMember>>[number]

/** Who is told how to renew: from the first reminder on, and a month before without one. */
const soonDays = 30

type OwnReading = {
  known: ReadonlyMap<number, OwnRow>
  stepOf: (row: OwnRow) => NextStep
  today: Day
  /** The induction that joining asks for. */
  inductionId: number | null
}

const asHeld = ({ end: _, ...award }: Award, { known, stepOf, today, inductionId }: OwnReading): HeldCertificate => {
  const row = known.get(award.certificateId)
  const soon = addDays(today, Math.max(soonDays, ...(row?.remind_days ?? [])))
  const isSoon = award.endsOn !== null && award.endsOn <= soon
  const renewal = row && (isSoon || inductionId === row.id) ? stepOf(row) : null
  return { ...award, description: row?.description ?? '', devices: row?.devices ?? [], renewal }
}

const asOpen = (row: OwnRow, { stepOf, inductionId }: OwnReading): OpenCertificate => ({
  id: row.id,
  name: row.name,
  description: row.description,
  devices: row.devices,
  isInduction: inductionId === row.id,
  next: stepOf(row),
})

/** What a member could do something about: it opens something, joining asks for it, or there is a course. */
const isShown = ({ next }: OpenCertificate, row: OwnRow) =>
  row.is_asked_for || row.is_induction || next.kind === 'course' || next.kind === 'elsewhere'

const readOwn = async (ctx: Ctx, { rows, memberId }: { rows: OwnRow[]; memberId: number }): Promise<OwnReading> => {
  const [settings, induction] = await Promise.all([ctx.settings.all(), openInduction(ctx, memberId)])
  const now = ctx.now()
  return {
    known: new Map(rows.map((row) => [row.id, row])),
    stepOf: (row) =>
      describeStep({
        source: courseOf(row, settings),
        hasContent: row.has_content,
        isWithdrawn: row.is_withdrawn,
        trainers: row.trainer_rows.map((trainer) => shownName(trainer, settings.SHOWN_NAME)),
        retryAt: row.retry_at !== null && row.retry_at > now ? row.retry_at : null,
      }),
    today: localDay(now, settings.SITE_TIME_ZONE),
    inductionId: induction?.certificateId ?? null,
  }
}

/** What the caller holds, what they still need and how they get it. */
export const getOwnTraining = async (ctx: Ctx): Promise<OwnTraining> => {
  const { id: memberId } = memberOf(ctx)
  const [rows, awards, trains] = await Promise.all([
    listForMember(ctx, memberId),
    listAwards(ctx, memberId),
    listTrained(ctx, memberId),
  ])
  const reading = await readOwn(ctx, { rows, memberId })
  const current = awards.filter(({ end }) => end === null)
  const heldIds = new Set(current.map(({ certificateId }) => certificateId))
  return {
    held: current.map((award) => asHeld(award, reading)),
    open: rows.flatMap((row) => {
      const open = asOpen(row, reading)
      return !heldIds.has(row.id) && isShown(open, row) ? [open] : []
    }),
    ended: awards.filter(({ end, certificateId }) => end && end.kind !== 'renewed' && !heldIds.has(certificateId)),
    trains,
  }
}
