import { plainCard } from '@spacekeeper/contract/card-numbers.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { screens } from '#platform/live/screens.ts'
import { isCard, withPlain } from '../access/card-forms.ts'
import { playTheme } from '../access/themes.ts'
import type { ClientAddress } from '../auth/client-address.ts'
import { takeKioskTry } from '../auth/limits/kiosk-tries.ts'
import type { Throttle, Count } from '../auth/limits/throttle.ts'
import { sendNewVerifyLink, unverifiedError } from '../auth/logins.ts'
import { verifyPassword } from '../auth/passwords/passwords.ts'
import { startSession } from '../auth/sessions.ts'
import { credentialFor } from './rules.ts'

/** A card at a kiosk, with what decides whether its owner gets in; an active card comes before ended ones of the same number. */
export const findCard = (ctx: Ctx, number: string) =>
  ctx.db
    .selectFrom('cards as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .leftJoin('kiosk_pins as p', 'p.member_id', 'm.id')
    .select(['c.state as cardState', 'm.id as memberId', 'm.email', 'm.email_verified_at as verifiedAt'])
    .select(['m.is_admin', 'm.permissions', 'm.suspended_at', 'm.password_hash as passwordHash'])
    .select('p.pin_hash as pinHash')
    // Who awards certificates here stands for more than their own account.
    .select(sql<boolean>`exists (select from certificate_trainers t where t.member_id = m.id)`.as('isTrainer'))
    .where(isCard(withPlain({ card: number })))
    .where('m.closed_at', 'is', null)
    .orderBy((is) => is('c.state', '=', 'active'), 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What was typed after a card. */
export type TypedCredentials = { pin?: string | undefined; password?: string | undefined }

type CredentialAttempt = {
  typed: TypedCredentials
  cardNumber: string
  kiosk: CallingKiosk
  client: ClientAddress
  throttle: Throttle
  /** Undefined for an unknown card, whose check takes as long and counts the same. */
  owner: { memberId: number; pinHash: string | null; passwordHash: string | null } | undefined
}

/**
 * Checks what was typed after a card. Tries are counted for the card, known or not, so that a refusal does not tell a
 * right number from a wrong one.
 */
export const checkCredentials = async (ctx: Ctx, attempt: CredentialAttempt): Promise<void> => {
  const { typed, owner, throttle, kiosk, client } = attempt
  const short: Count = ['credentialsPerCard', plainCard(attempt.cardNumber)]
  const long: Count = ['credentialsPerCardAndDay', plainCard(attempt.cardNumber)]
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
      data: { kiosk: kiosk.name, kioskId: kiosk.id, address: client.address },
    }))
  }
  throw new AppError('wrongPin')
}

const playsThemes = async (ctx: Ctx, kioskId: number): Promise<boolean> => {
  const kiosk = await ctx.db.selectFrom('kiosks').select('plays_theme').where('id', '=', kioskId).executeTakeFirst()
  return kiosk?.plays_theme ?? false
}

/** Plays the theme of a member who logged in with a card at a kiosk that plays themes. Returns at once. */
export const playAtKiosk = (ctx: Ctx, { kioskId, memberId }: { kioskId: number; memberId: number }): void => {
  playsThemes(ctx, kioskId)
    .then((plays) => (plays ? playTheme(ctx, { memberId }) : undefined))
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a kiosk could not be asked whether it plays themes'))
}

type KioskLogin = TypedCredentials & {
  cardId: string
  kioskId: string
  isTyped: boolean
  kiosk: CallingKiosk | null
  client: ClientAddress
  throttle: Throttle
}

type FoundCard = NonNullable<Awaited<ReturnType<typeof findCard>>>

const authorised = ({ kiosk, kioskId }: KioskLogin): CallingKiosk => {
  if (kiosk?.screenId !== kioskId) throw new AppError('kioskUnknown')
  if (!kiosk.isAuthorised) throw new AppError('kioskPending')
  return kiosk
}

/** Throws unless the card, and what has to be typed after it, authenticate its owner. */
const authenticateOwner = async (ctx: Ctx, input: { login: KioskLogin; kiosk: CallingKiosk }): Promise<FoundCard> => {
  const { login, kiosk } = input
  const { isTyped, pin, password, cardId, client, throttle } = login
  const hasProof = pin !== undefined || password !== undefined
  if (isTyped && !hasProof) throw badField('pin', 'Enter your PIN.')
  const found = await findCard(ctx, cardId)
  const attempt = { typed: { pin, password }, cardNumber: cardId, kiosk, client, throttle }
  // The answer to a typed number must not tell whether there is such a card.
  if (isTyped) {
    const owner = found?.cardState === 'active' ? found : undefined
    await checkCredentials(ctx, { ...attempt, owner })
    if (!owner) throw new AppError('wrongPin')
    return owner
  }
  if (!found) throw new AppError('cardUnknown')
  if (found.cardState !== 'active') throw new AppError('cardEnded')
  const proof = credentialFor({
    isAskedOfAll: !kiosk.isCardEnough || (await ctx.settings.get('KIOSK_PIN')),
    hasPin: found.pinHash !== null,
    isStaff: found.is_admin || found.permissions.length > 0 || found.isTrainer,
  })
  if (proof === 'none') return found
  if (!hasProof) throw new AppError(proof === 'pin' ? 'pinNeeded' : 'passwordNeeded')
  await checkCredentials(ctx, { ...attempt, owner: found })
  return found
}

const isActiveCard = async (
  { tx }: Work,
  { number, memberId }: { number: string; memberId: number },
): Promise<boolean> => {
  const cards = tx
    .selectFrom('cards as c')
    .select('id')
    .where(isCard(withPlain({ card: number })))
    .where('member_id', '=', memberId)
  return (await cards.where('state', '=', 'active').executeTakeFirst()) !== undefined
}

const startKioskSession = (
  ctx: Ctx,
  input: { memberId: number; cardId: string; kiosk: CallingKiosk; client: ClientAddress },
): Promise<string> =>
  change(ctx, 'account.kioskLoggedIn', async (work) => {
    const { memberId, cardId, kiosk, client } = input
    const { token, tell } = await startSession(work, { memberId, client: { ...client, kioskId: kiosk.id } })
    // The member is locked by now. Checking what was typed took a while, in which the card may have been reported lost.
    if (!(await isActiveCard(work, { number: cardId, memberId }))) throw new AppError('cardEnded')
    return {
      result: token,
      subject: { kind: 'member', id: memberId },
      data: { kiosk: kiosk.name, kioskId: kiosk.id, address: client.address },
      tell: [...tell, screens.notice({ topic: 'profile', audience: { memberId } })],
    }
  })

/**
 * Logs the owner of a card in at the kiosk that asks; the token of the session comes back. Without an active membership,
 * too: members need to get in to see why doors refuse them. Only suspended members are refused here.
 */
export const logInAtKiosk = async (ctx: Ctx, login: KioskLogin): Promise<string> => {
  const kiosk = authorised(login)
  const { client, throttle } = login
  const kioskTry = await takeKioskTry(throttle, { kioskId: kiosk.id, card: login.cardId })
  const owner = await authenticateOwner(ctx, { login, kiosk }).catch(async (error: unknown) => {
    // The card was right; what is typed after it is counted for the card.
    if (error instanceof AppError && ['pinNeeded', 'passwordNeeded'].includes(error.code)) await kioskTry.succeed()
    throw error
  })
  await kioskTry.succeed()
  const { memberId, email, verifiedAt, suspended_at: suspendedAt } = owner
  if (verifiedAt === null) {
    await sendNewVerifyLink(ctx, { memberId, login: { email, client, throttle } })
    throw unverifiedError(ctx)
  }
  if (suspendedAt !== null) throw new AppError('keptOut')
  const token = await startKioskSession(ctx, { memberId, cardId: login.cardId, kiosk, client })
  await kioskTry.remember()
  playAtKiosk(ctx, { kioskId: kiosk.id, memberId })
  return token
}
