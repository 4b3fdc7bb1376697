import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import type { Count, Throttle } from '../accounts/create-throttle.ts'
import { verifyPassword } from '../accounts/hash-password.ts'
import type { Visitor } from '../accounts/visitor-of.ts'

/** What was typed after a card. */
export type Typed = { pin?: string | undefined; password?: string | undefined }

type Attempt = {
  typed: Typed
  cardNumber: string
  kiosk: CallingKiosk
  visitor: Visitor
  throttle: Throttle
  /** Undefined for a card nobody has, which takes as long and counts the same. */
  owner: { memberId: number; pinHash: string | null; passwordHash: string | null } | undefined
}

/**
 * Checks what was typed after a card. Tries are counted for the card, whether anybody has it or not: nobody can tell a
 * right number from a wrong one by how he is refused.
 */
export const checkProof = async (ctx: Ctx, attempt: Attempt): Promise<void> => {
  const { typed, owner, throttle, kiosk, visitor } = attempt
  const short: Count = ['proofsPerCard', attempt.cardNumber]
  const long: Count = ['proofsPerCardAndDay', attempt.cardNumber]
  await throttle.take(short, long)
  const isPin = typed.pin !== undefined
  const stored = isPin ? owner?.pinHash : owner?.passwordHash
  if (await verifyPassword(stored ?? null, typed.pin ?? typed.password ?? '')) {
    await throttle.forget(short)
    await throttle.giveBack(long)
    return
  }
  if (owner) {
    await change(ctx, 'account.pinRefused', async () => ({
      result: undefined,
      subject: { kind: 'member', id: owner.memberId },
      data: { kiosk: kiosk.name, kioskId: kiosk.id, address: visitor.address },
    }))
  }
  throw new AppError('wrongPin')
}
