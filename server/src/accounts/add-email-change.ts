import type { Tx } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { endLinks } from './add-link.ts'
import { mailChangeLinkJob, mailEmailChangeJob } from './jobs.ts'

/** Mails the link to the address a member asked for, once more; the one before it ends. */
export const sendChangeLink = (tx: Tx, memberId: number): Promise<void> => addJob(tx, mailChangeLinkJob, { memberId })

/**
 * Notes the address a member wants, in the transaction of whatever proved that it is he. The new one gets a link, the
 * old one is told; one he asked for before is forgotten.
 */
export const addEmailChange = async (
  tx: Tx,
  input: { memberId: number; from: string; to: string; now: Date },
): Promise<void> => {
  const { memberId, from, to, now } = input
  const wanted = { from_email: from, to_email: to, asked_at: now }
  await tx
    .insertInto('email_changes')
    .values({ member_id: memberId, ...wanted })
    .onConflict((on) => on.column('member_id').doUpdateSet(wanted))
    .execute()
  await endLinks(tx, { memberId, purpose: 'changeEmail', now })
  await sendChangeLink(tx, memberId)
  await addJob(tx, mailEmailChangeJob, { memberId, step: 'asked', from, to })
}
