import type { NewPasskey, PasskeyCreation } from '@spacekeeper/contract/auth/strong-shapes.ts'
import { mostPasskeys } from '@spacekeeper/contract/auth/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { fullName } from '#platform/shown-name.ts'
import { lockMember } from '../../members/member-row.ts'
import { mailStrongLoginJob } from '../jobs.ts'
import { hasOpenLink } from '../providers/provider-links.ts'
import { createChallenge, takeChallenge } from './challenges.ts'
import { algorithms, passkeyPlace, passkeyTimeoutMs, readNewPasskey, userHandleOf } from './passkey-rules.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'
import { markProven, settleStrength, strengthNotices } from './session-strength.ts'

export const listCredentialIds = async (ctx: Ctx, memberId: number): Promise<string[]> => {
  const rows = await ctx.db
    .selectFrom('passkeys')
    .select('credential_id')
    .where('member_id', '=', memberId)
    .orderBy('id')
    .limit(mostPasskeys)
    .execute()
  return rows.map((row) => row.credential_id)
}

/** What a browser needs to make a passkey for the caller; devices that have one are left out. */
export const startPasskey = async (ctx: Ctx): Promise<PasskeyCreation> => {
  const { id } = memberOf(ctx)
  const known = await listCredentialIds(ctx, id)
  if (known.length >= mostPasskeys) throw new AppError('tooManyPasskeys')
  const member = await ctx.db
    .selectFrom('members')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const challenge = await createChallenge(ctx, { purpose: 'register', memberId: id })
  const displayName = fullName(member)
  return {
    challenge,
    rp: { id: passkeyPlace(ctx).host, name: await ctx.settings.get('SITE_NAME') },
    user: { id: userHandleOf(ctx, id), name: member.email, displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: passkeyTimeoutMs,
    attestation: 'none',
    excludeCredentials: known.map((credentialId) => ({ id: credentialId, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

const refuseTooMany = async ({ tx }: Work, memberId: number) => {
  const { count } = await tx
    .selectFrom('passkeys')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (count >= mostPasskeys) throw new AppError('tooManyPasskeys')
}

/** Adds a passkey of the caller. With the first strong login come recovery codes, to be shown once. */
export const addPasskey = async (ctx: Ctx, input: { name: string; passkey: NewPasskey }): Promise<string[] | null> => {
  const { id: memberId } = memberOf(ctx)
  const { name, passkey } = input
  const { clientDataJSON, transports = [] } = passkey.response
  const challenge = await takeChallenge(ctx, { purpose: 'register', memberId, clientDataJSON })
  const made = challenge === null ? null : await readNewPasskey(ctx, { passkey, challenge })
  if (!made) throw new AppError('passkeyRefused')
  const { id, publicKey, counter, isSynced } = made
  const row = { credential_id: id, public_key: Buffer.from(publicKey), counter, is_synced: isSynced, transports, name }
  return onUnique({ passkeys_credential_id_key: 'passkeyKnown' }, () =>
    change(ctx, 'account.passkeyAdded', async (work) => {
      await lockMember(work, memberId)
      await refuseTooMany(work, memberId)
      await work.tx
        .insertInto('passkeys')
        .values({ ...row, member_id: memberId, created_at: ctx.now() })
        .execute()
      await markProven(work, true)
      const recoveryCodes = await firstRecoveryCodes(work, memberId)
      await addJob(work, mailStrongLoginJob, { memberId, what: 'passkeyAdded' })
      return {
        result: recoveryCodes,
        subject: { kind: 'member', id: memberId },
        data: { name },
        tell: strengthNotices(memberId),
      }
    }),
  )
}

export const renamePasskey = (ctx: Ctx, { passkeyId, name }: { passkeyId: number; name: string }): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  return change(ctx, 'account.passkeyRenamed', async ({ tx }) => {
    const row = await tx
      .selectFrom('passkeys')
      .select('name')
      .where('id', '=', passkeyId)
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    if (row.name === name) return unchanged(undefined)
    await tx.updateTable('passkeys').set({ name }).where('id', '=', passkeyId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { changes: { name: { from: row.name, to: name } } },
      tell: strengthNotices(memberId),
    }
  })
}

/** Removes a passkey of the caller, unless it is all that lets them in. */
export const removePasskey = (ctx: Ctx, passkeyId: number): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  return change(ctx, 'account.passkeyRemoved', async (work) => {
    const member = await lockMember(work, memberId)
    const passkeys = await work.tx
      .selectFrom('passkeys')
      .select(['id', 'name'])
      .where('member_id', '=', memberId)
      .execute()
    const found = passkeys.find(({ id }) => id === passkeyId)
    if (!found) throw new AppError('notFound')
    if (passkeys.length === 1 && member.password_hash === null && !(await hasOpenLink(work, memberId)))
      throw new AppError('lastWayIn')
    await work.tx.deleteFrom('passkeys').where('id', '=', passkeyId).execute()
    await settleStrength(work, memberId)
    await addJob(work, mailStrongLoginJob, { memberId, what: 'passkeyRemoved' })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { name: found.name },
      tell: strengthNotices(memberId),
    }
  })
}
