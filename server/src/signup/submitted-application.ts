import { sql } from 'kysely'
import type { ChangePart, Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { memberNotices } from '../members/member-row.ts'
import { mailSignupJob } from './mails.ts'

/** Hands in an application within a transaction that has locked the member. */
export const submitApplication = async (
  work: Work,
  { memberId, isReturning }: { memberId: number; isReturning: boolean },
): Promise<ChangePart> => {
  const { id } = await work.tx
    .insertInto('applications')
    .values({ member_id: memberId, state: 'waiting', submitted_at: work.now, is_returning: isReturning })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(work, mailSignupJob, { memberId, mail: 'submitted' })
  await addJob(work, mailSignupJob, { memberId, mail: 'newApplication' })
  return {
    event: 'application.submitted',
    subject: { kind: 'member', id: memberId },
    data: { applicationId: id },
    tell: memberNotices(memberId),
  }
}

/** Withdraws the application of a member who does not want to join any more; nothing where there is none. */
export const withdrawApplication = async ({ tx, now }: Work, memberId: number): Promise<ChangePart[]> => {
  const row = await tx
    .updateTable('applications')
    .set({ state: 'withdrawn', decided_at: now })
    .where('member_id', '=', memberId)
    .where('state', 'in', ['waiting', 'asked'])
    .returning('id')
    .executeTakeFirst()
  if (!row) return []
  const subject = { kind: 'member', id: memberId }
  return [{ event: 'application.withdrawn', subject, data: { applicationId: row.id }, tell: memberNotices(memberId) }]
}

/** An application that is still open, locked with its member until the transaction ends. */
export const lockApplication = async ({ tx }: Work, applicationId: number) => {
  const owner = await tx
    .selectFrom('applications')
    .select('member_id')
    .where('id', '=', sql<number>`${applicationId}::int`)
    .executeTakeFirst()
  if (!owner) throw new AppError('notFound')
  await tx.selectFrom('members').select('id').where('id', '=', owner.member_id).forNoKeyUpdate().execute()
  const row = await tx
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', applicationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.state !== 'waiting' && row.state !== 'asked') throw new AppError('alreadyDecided')
  return row
}
