import type { PasskeyAnswer, PasskeyQuestion } from '@spacekeeper/contract/auth/strong-shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import type { ClientAddress } from '../client-address.ts'
import type { Throttle } from '../limits/throttle.ts'
import { checkOwnPassword } from '../passwords/passwords.ts'
import { listLinkedButtons } from '../providers/providers.ts'
import { describeLoginDevice } from '../user-agents.ts'
import { askForPasskey, checkPasskey } from './passkey-proofs.ts'
import { listCredentialIds } from './passkeys.ts'
import { checkCode } from './second-factors.ts'
import { markProven, strengthNotices } from './session-strength.ts'

/** With what the caller can prove who they are. */
export const getProofs = async (ctx: Ctx) => {
  const memberId = memberOf(ctx).id
  const [proofs, providers] = await Promise.all([
    ctx.db
      .selectFrom('members as m')
      .select([
        sql<boolean>`m.password_hash is not null`.as('hasPassword'),
        sql<boolean>`exists (select from passkeys p where p.member_id = m.id)`.as('hasPasskey'),
        // A recovery code does for a member who has lost their passkeys.
        sql<boolean>`exists (select from recovery_codes c where c.member_id = m.id and c.used_at is null)
          or exists (select from totp_secrets s where s.member_id = m.id and s.confirmed_at is not null)`.as('hasTotp'),
      ])
      .where('m.id', '=', memberId)
      .executeTakeFirstOrThrow(),
    listLinkedButtons(ctx, memberId),
  ])
  return { ...proofs, providers }
}

/** Asks for a passkey of the caller. */
export const startConfirmation = async (ctx: Ctx): Promise<PasskeyQuestion> => {
  const { id: memberId } = memberOf(ctx)
  const credentialIds = await listCredentialIds(ctx, memberId)
  if (credentialIds.length === 0) throw new AppError('notFound')
  return askForPasskey(ctx, { memberId, credentialIds })
}

type SentProof = {
  password?: string | undefined
  code?: string | undefined
  passkey?: PasskeyAnswer | undefined
  client: ClientAddress
  throttle: Throttle
}

export const findEmail = async (ctx: Ctx, memberId: number): Promise<string> => {
  const row = await ctx.db.selectFrom('members').select('email').where('id', '=', memberId).executeTakeFirstOrThrow()
  return row.email
}

/** Checks what was sent: whether it is a strong proof. */
const checkProof = async (ctx: Ctx, sent: SentProof): Promise<'password' | 'code' | 'passkey'> => {
  const { password, code, passkey, client, throttle } = sent
  const { id: memberId } = memberOf(ctx)
  if ([password, code, passkey].filter((one) => one !== undefined).length !== 1)
    throw badField('password', 'Send either a password, a code or a passkey.')
  if (passkey) {
    await checkPasskey(ctx, { passkey, client, throttle, memberId })
    return 'passkey'
  }
  if (code !== undefined) {
    await checkCode(ctx, { memberId, email: await findEmail(ctx, memberId), code, client, throttle })
    return 'code'
  }
  if (password === undefined) throw badField('password', 'Send either a password, a code or a passkey.')
  await checkOwnPassword(ctx, { password, client, throttle })
  return 'password'
}

/** The caller proves again who they are. A passkey or a code makes the login of this session a strong one. */
export const confirmSession = async (ctx: Ctx, sent: SentProof): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  const way = await checkProof(ctx, sent)
  await change(ctx, 'account.confirmed', async (work) => {
    await markProven(work, way !== 'password')
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { way, address: sent.client.address, ...describeLoginDevice(sent.client) },
      tell: strengthNotices(memberId),
    }
  })
}
