import type { Ctx } from '#platform/ctx.ts'
import { type Work, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { storeEmail } from '../members/credentials.ts'
import { refuseTaken } from './accounts.ts'
import type { ClientAddress } from './client-address.ts'
import { mailChangeLinkJob, mailVerifyLinkJob } from './jobs.ts'
import { endEmailChange, endLinks, endMailedLinks, useLink } from './links/links.ts'
import { queueEmailChange } from './mails.ts'
import { startSession } from './sessions.ts'

/** Mails the link to the address a member asked for, once more; the one before it ends. */
export const sendChangeLink = (work: Work, memberId: number): Promise<void> =>
  addJob(work, mailChangeLinkJob, { memberId })

type Proposal = { memberId: number; from: string; to: string }

/**
 * Stores the address that is to replace a member's, in the transaction that checked the password or the authority of staff.
 * The new address gets a link, the old one is told; an earlier request is replaced.
 */
export const addEmailChange = async (work: Work, input: Proposal & { by: 'member' | 'staff' }): Promise<void> => {
  const { memberId, from, to, by } = input
  const wanted = { from_email: from, to_email: to, asked_at: work.now }
  await work.tx
    .insertInto('email_changes')
    .values({ member_id: memberId, ...wanted })
    .onConflict((on) => on.column('member_id').doUpdateSet(wanted))
    .execute()
  await endLinks(work, { memberId, purpose: 'changeEmail' })
  await sendChangeLink(work, memberId)
  const step = by === 'member' ? 'asked' : 'proposed'
  await queueEmailChange(work, { memberId, step, from, to })
}

export const emailProposed = (work: Work, proposal: Proposal): Promise<void> =>
  addEmailChange(work, { ...proposal, by: 'staff' })

/** Neither address is confirmed, so links to the old one end, and the new one gets its own. */
export const emailReplaced = async (work: Work, memberId: number): Promise<void> => {
  await endMailedLinks(work, memberId)
  await addJob(work, mailVerifyLinkJob, { memberId })
}

/** The address that is to replace the member's, with both rows locked; undefined when theirs has changed since. */
const lockEmailChange = async ({ tx }: Work, memberId: number) => {
  const member = await tx
    .selectFrom('members')
    .select('email')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return tx
    .selectFrom('email_changes')
    .select(['from_email as from', 'to_email as to'])
    .where('member_id', '=', memberId)
    .where('from_email', '=', member?.email ?? '')
    .forUpdate()
    .executeTakeFirst()
}

/** Replaces the address. Links to the old one end; both are told. */
const settleEmailChange = async (work: Work, { memberId, from, to }: Proposal) => {
  await storeEmail(work, { memberId, email: to })
  await endEmailChange(work, memberId)
  await endLinks(work, { memberId, purpose: 'resetPassword' })
  await endLinks(work, { memberId, purpose: 'logIn' })
  await queueEmailChange(work, { memberId, step: 'done', from, to })
}

/** Staff know that the address which waits is the member's: it replaces theirs. Null where none waits. */
export const settleByStaff = async (work: Work, memberId: number) => {
  const wanted = (await lockEmailChange(work, memberId)) ?? null
  if (wanted) await settleEmailChange(work, { memberId, ...wanted })
  return wanted
}

/**
 * Replaces a member's address by the one this link was mailed to, and logs them in as the link of a new account does.
 * Links to the old address end; both addresses are told.
 */
export const confirmEmail = (
  ctx: Ctx,
  input: { memberId: number; token: string; client: ClientAddress; isStrong: boolean },
): Promise<string> => {
  const { memberId, token, client, isStrong } = input
  return refuseTaken(() =>
    change(ctx, 'account.emailChanged', async (work) => {
      const wanted = await lockEmailChange(work, memberId)
      const isUsed = (await useLink(work, { token, purpose: 'changeEmail' })) !== null
      if (!wanted || !isUsed) throw new AppError('invalidLink')
      await settleEmailChange(work, { memberId, ...wanted })
      const session = await startSession(work, { memberId, client, isStrong })
      return {
        result: session.token,
        subject: { kind: 'member', id: memberId },
        data: { changes: { email: wanted }, address: client.address },
        tell: [
          callers.notice({ memberId }),
          screens.notice({ topic: 'profile', audience: { memberId } }),
          screens.notice({ topic: 'members', audience: 'admins' }),
          ...session.tell,
        ],
      }
    }),
  )
}
