import type { Ctx } from '#platform/ctx.ts'
import { type Tx, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { callers } from '#platform/http/callers.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { storeEmail } from '../members/credentials.ts'
import { refuseTaken } from './accounts.ts'
import type { ClientAddress } from './client-address.ts'
import { mailChangeLinkJob, mailEmailChangeJob, mailVerifyLinkJob } from './jobs.ts'
import { endEmailChange, endLinks, endMailedLinks, useLink } from './links/links.ts'
import { startSession } from './sessions.ts'

/** Mails the link to the address a member asked for, once more; the one before it ends. */
export const sendChangeLink = (tx: Tx, memberId: number): Promise<void> => addJob(tx, mailChangeLinkJob, { memberId })

type Proposal = { memberId: number; from: string; to: string; now: Date }

/**
 * Stores the address that is to replace a member's, in the transaction that checked the password or the authority of staff.
 * The new address gets a link, the old one is told; an earlier request is replaced.
 */
export const addEmailChange = async (tx: Tx, input: Proposal & { by: 'member' | 'staff' }): Promise<void> => {
  const { memberId, from, to, now, by } = input
  const wanted = { from_email: from, to_email: to, asked_at: now }
  await tx
    .insertInto('email_changes')
    .values({ member_id: memberId, ...wanted })
    .onConflict((on) => on.column('member_id').doUpdateSet(wanted))
    .execute()
  await endLinks(tx, { memberId, purpose: 'changeEmail', now })
  await sendChangeLink(tx, memberId)
  const step = by === 'member' ? 'asked' : 'proposed'
  await addJob(tx, mailEmailChangeJob, { memberId, step, from, to })
}

export const emailProposed = (tx: Tx, proposal: Proposal): Promise<void> =>
  addEmailChange(tx, { ...proposal, by: 'staff' })

/** Neither address is confirmed, so links to the old one end, and the new one gets its own. */
export const emailReplaced = async (tx: Tx, { memberId, now }: { memberId: number; now: Date }): Promise<void> => {
  await endMailedLinks(tx, { memberId, now })
  await addJob(tx, mailVerifyLinkJob, { memberId })
}

/** The address that is to replace the member's, with both rows locked; undefined when theirs has changed since. */
const lockEmailChange = async (tx: Tx, memberId: number) => {
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
const settleEmailChange = async (tx: Tx, { memberId, from, to, now }: Proposal) => {
  await storeEmail(tx, { memberId, email: to, now })
  await endEmailChange(tx, { memberId, now })
  await endLinks(tx, { memberId, purpose: 'resetPassword', now })
  await endLinks(tx, { memberId, purpose: 'logIn', now })
  await addJob(tx, mailEmailChangeJob, { memberId, step: 'done', from, to })
}

/** Staff know that the address which waits is the member's: it replaces theirs. Null where none waits. */
export const settleByStaff = async (tx: Tx, input: { memberId: number; now: Date }) => {
  const wanted = (await lockEmailChange(tx, input.memberId)) ?? null
  if (wanted) await settleEmailChange(tx, { ...input, ...wanted })
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
    change(ctx, 'account.emailChanged', async (tx) => {
      const now = ctx.now()
      const wanted = await lockEmailChange(tx, memberId)
      const isUsed = (await useLink(tx, { token, purpose: 'changeEmail', now })) !== null
      if (!wanted || !isUsed) throw new AppError('invalidLink')
      await settleEmailChange(tx, { memberId, ...wanted, now })
      const session = await startSession(tx, { ctx, memberId, client, isStrong })
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
