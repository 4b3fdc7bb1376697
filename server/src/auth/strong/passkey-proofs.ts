import type { PasskeyAnswer, PasskeyQuestion } from '@spacekeeper/contract/auth/strong-shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { ClientAddress } from '../client-address.ts'
import { recordFailedLogin } from '../limits/failed-logins.ts'
import type { Throttle } from '../limits/throttle.ts'
import { describeLoginDevice } from '../user-agents.ts'
import { createChallenge, takeChallenge } from './challenges.ts'
import { isCounterRight, passkeyPlace, passkeyTimeoutMs, readAnswer } from './passkey-rules.ts'

/** Asks for a passkey: of this member, or of any who has one of this portal. */
export const askForPasskey = async (
  ctx: Ctx,
  { memberId, credentialIds }: { memberId: number | null; credentialIds: readonly string[] },
): Promise<PasskeyQuestion> => ({
  challenge: await createChallenge(ctx, { purpose: memberId === null ? 'logIn' : 'confirm', memberId }),
  rpId: passkeyPlace(ctx).host,
  timeout: passkeyTimeoutMs,
  userVerification: 'required',
  allowCredentials: credentialIds.map((id) => ({ id, type: 'public-key' })),
})

type PasskeyTry = { passkey: PasskeyAnswer; client: ClientAddress; throttle: Throttle; memberId: number | null }

const findStored = (ctx: Ctx, credentialId: string) =>
  ctx.db
    .selectFrom('passkeys as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .select(columns('p.id, p.credential_id, p.public_key, p.member_id, p.name, m.email'))
    .select(columns('m.email_verified_at as verifiedAt'))
    .where('p.credential_id', '=', credentialId)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findStored>>>

/** Stores how often the passkey was used, with its row locked; false where it must have been copied. */
const noteUse = (ctx: Ctx, { id, sent }: { id: number; sent: number }): Promise<boolean> =>
  record(ctx, async ({ tx }) => {
    const row = await tx.selectFrom('passkeys').select('counter').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row || !isCounterRight({ stored: row.counter, sent })) return { result: false }
    await tx.updateTable('passkeys').set({ counter: sent, last_used_at: ctx.now() }).where('id', '=', id).execute()
    return { result: true }
  })

const recordClone = (ctx: Ctx, { memberId, name }: StoredPasskey, client: ClientAddress) =>
  change(ctx, 'account.passkeyCloned', async () => ({
    result: undefined,
    subject: { kind: 'member', id: memberId },
    data: { name, address: client.address, ...describeLoginDevice(client) },
  }))

/** Checks what a passkey signed: the member whose it is comes back. Each challenge is answered once. */
export const checkPasskey = async (ctx: Ctx, attempt: PasskeyTry): Promise<StoredPasskey> => {
  const { passkey, client, throttle, memberId } = attempt
  const purpose = memberId === null ? 'logIn' : 'confirm'
  const { clientDataJSON } = passkey.response
  const challenge = await takeChallenge(ctx, { purpose, memberId, clientDataJSON })
  const stored = challenge === null ? undefined : await findStored(ctx, passkey.id)
  const isTheirs = stored !== undefined && (memberId === null || stored.memberId === memberId)
  if (challenge === null || !isTheirs) throw new AppError('passkeyRefused')
  const sent = await readAnswer(ctx, { passkey, challenge, stored })
  const isRight = sent !== null && (await noteUse(ctx, { id: stored.id, sent }))
  if (isRight) return stored
  if (sent !== null) await recordClone(ctx, stored, client)
  else await recordFailedLogin(ctx, { ...stored, reason: 'passkey refused', client, throttle })
  throw new AppError('passkeyRefused')
}
