import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { screens } from '#platform/live/screens.ts'
import { sendNewVerifyLink } from '../accounts/check-login.ts'
import type { Count, Throttle } from '../accounts/create-throttle.ts'
import { startSession } from '../accounts/start-session.ts'
import type { Visitor } from '../accounts/visitor-of.ts'
import { checkProof, type Typed } from './check-proof.ts'
import { playAtKiosk } from './play-at-kiosk.ts'
import { findCard } from './queries.ts'
import { proofFor } from './rules.ts'

type CardLogin = Typed & {
  cardId: string
  kioskId: string
  isTyped: boolean
  kiosk: CallingKiosk | null
  visitor: Visitor
  throttle: Throttle
}
type FoundCard = NonNullable<Awaited<ReturnType<typeof findCard>>>

const authorised = ({ kiosk, kioskId }: CardLogin): CallingKiosk => {
  if (kiosk?.screenId !== kioskId) throw new AppError('kioskUnknown')
  if (!kiosk.isAuthorised) throw new AppError('kioskPending')
  return kiosk
}

/** Throws unless the card, and whatever has to be typed after it, prove its owner. */
const proveOwner = async (ctx: Ctx, input: { login: CardLogin; kiosk: CallingKiosk }): Promise<FoundCard> => {
  const { login, kiosk } = input
  const { isTyped, pin, password, cardId, visitor, throttle } = login
  const hasProof = pin !== undefined || password !== undefined
  if (isTyped && !hasProof) throw badField('pin', 'Enter your PIN.')
  const found = await findCard(ctx, cardId)
  const attempt = { typed: { pin, password }, cardNumber: cardId, kiosk, visitor, throttle }
  // Of a number that was typed nobody is told whether it is a card's.
  if (isTyped) {
    const owner = found?.cardState === 'active' ? found : undefined
    await checkProof(ctx, { ...attempt, owner })
    if (!owner) throw new AppError('wrongPin')
    return owner
  }
  if (!found) throw new AppError('cardUnknown')
  if (found.cardState !== 'active') throw new AppError('cardEnded')
  const proof = proofFor({
    isAskedOfAll: await ctx.settings.get('KIOSK_PIN'),
    hasPin: found.pinHash !== null,
    isStaff: found.is_admin || found.permissions.length > 0,
  })
  if (proof === 'none') return found
  if (!hasProof) throw new AppError(proof === 'pin' ? 'pinNeeded' : 'passwordNeeded')
  await checkProof(ctx, { ...attempt, owner: found })
  return found
}

const enter = (ctx: Ctx, input: { memberId: number; kiosk: CallingKiosk; visitor: Visitor }): Promise<string> =>
  change(ctx, 'account.kioskLoggedIn', async (tx) => {
    const { memberId, kiosk, visitor } = input
    const { token, tell } = await startSession(tx, { ctx, memberId, visitor: { ...visitor, kioskId: kiosk.id } })
    return {
      result: token,
      subject: { kind: 'member', id: memberId },
      data: { kiosk: kiosk.name, kioskId: kiosk.id, address: visitor.address },
      tell: [...tell, screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })

/**
 * Logs the owner of a card in at the kiosk that asks; the token of his session comes back. Without an active membership,
 * too: people need to get in to see why they are kept out. Only whoever is suspended is told so right here.
 */
export const logInAtKiosk = async (ctx: Ctx, login: CardLogin): Promise<string> => {
  const kiosk = authorised(login)
  const { visitor, throttle } = login
  const atKiosk: Count = ['cardsPerKiosk', String(kiosk.id)]
  await throttle.take(atKiosk)
  const { memberId, email, verifiedAt, suspended_at: suspendedAt } = await proveOwner(ctx, { login, kiosk })
  await throttle.giveBack(atKiosk)
  if (verifiedAt === null) {
    await sendNewVerifyLink(ctx, { memberId, login: { email, visitor, throttle } })
    throw new AppError('emailNotVerified')
  }
  if (suspendedAt !== null) throw new AppError('keptOut')
  const token = await enter(ctx, { memberId, kiosk, visitor })
  playAtKiosk(ctx, { kioskId: kiosk.id, memberId })
  return token
}
