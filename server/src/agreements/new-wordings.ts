import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { addJobs } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { sweep } from '#platform/sweep.ts'
import { bulkPriority, sendMail } from '../messages/outbox.ts'
import { agreementDueMail } from './mails.ts'
import { agreementsToday, hasSigned, inForce, isActive, isForMember } from './wordings.ts'

export const mailDueAgreementJob = job(
  'mailDueAgreement',
  z.object({ memberId: z.number().int(), versionId: z.number().int(), isChanged: z.boolean() }),
)

type DueMail = { memberId: number; versionId: number; isChanged: boolean }

/** Asks a member to sign a text, unless they have meanwhile, or it is not the one to sign any more. */
export const mailDueAgreement = async (ctx: Ctx, { memberId, versionId, isChanged }: DueMail): Promise<void> => {
  const today = await agreementsToday(ctx)
  const [due] = await readRows(
    ctx,
    sql<{
      firstName: string
      title: string
    }>`(select members.first_name as "firstName", v.title from ${inForce(today)} v, members
    where v.id = ${versionId}::int and members.id = ${memberId}::int and members.closed_at is null
      and ${isForMember} and not ${hasSigned})`,
  )
  if (!due) return
  await sendMail(ctx, {
    template: agreementDueMail,
    facts: { firstName: due.firstName, title: due.title, isChanged },
    envelope: { memberId, replyTo: await ctx.settings.get('EMAIL_ADMIN') },
  })
}

/** Adds a mail for each of these members, in one statement. */
export const queueDueMails = (work: Work, mails: readonly DueMail[]): Promise<void> =>
  addJobs(work, { declared: mailDueAgreementJob, payloads: mails, priority: bulkPriority })

type NewWording = { id: number; agreement_id: number; number: number; title: string }

const listSigners = async ({ tx }: Work, { wording, today }: { wording: NewWording; today: string }) => {
  const { rows } = await sql<{ id: number }>`
    select members.id from members, ${inForce(today)} v
    where v.id = ${wording.id}::int and ${isActive}
      and ${isForMember} and not ${hasSigned}
      and exists (select from agreement_signatures s join agreement_versions e on e.id = s.version_id
        where s.member_id = members.id and e.agreement_id = v.agreement_id and e.number < v.number)`.execute(tx)
  return rows.map(({ id }) => id)
}

const tellOne = (ctx: Ctx, wording: NewWording, today: string): Promise<void> =>
  change(ctx, 'agreement.newTextSent', async (work) => {
    const { numUpdatedRows } = await work.tx
      .updateTable('agreement_versions')
      .set({ told_at: ctx.now() })
      .where('id', '=', wording.id)
      .where('told_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return unchanged(undefined)
    const memberIds = await listSigners(work, { wording, today })
    if (memberIds.length === 0) return unchanged(undefined)
    await queueDueMails(
      work,
      memberIds.map((memberId) => ({ memberId, versionId: wording.id, isChanged: true })),
    )
    return {
      result: undefined,
      subject: { kind: 'agreement', id: wording.agreement_id },
      data: { name: wording.title, version: wording.number, count: memberIds.length },
      tell: [screens.notice({ topic: 'profile', audience: 'everybody' })],
    }
  })

/** Asks those who signed an earlier text to sign the one that came into force. */
export const tellOfNewWordings = async (ctx: Ctx): Promise<void> => {
  const today = await agreementsToday(ctx)
  const rows = await readRows(
    ctx,
    sql<NewWording>`(select v.id, v.agreement_id, v.number, v.title from ${inForce(today)} v
      where v.told_at is null order by v.id limit 100)`,
  )
  await sweep(ctx, rows, {
    what: 'new wordings',
    nameOf: ({ id }) => `wording ${id}`,
    work: (wording) => tellOne(ctx, wording, today),
  })
}
