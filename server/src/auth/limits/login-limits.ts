import type { Ctx } from '#platform/ctx.ts'
import type { AppError } from '#platform/http/app-error.ts'
import type { ClientAddress } from '../client-address.ts'
import { findKnownBrowser } from '../known-browsers.ts'
import { takeKioskTry } from './kiosk-tries.ts'
import type { Throttle, Count } from './throttle.ts'

export type LoginTry = { email: string; client: ClientAddress; throttle: Throttle }

/** A try that was counted. It is counted before the password is checked, so that parallel guesses are limited as well. */
type CountedTry = {
  /** Where strangers used up the tries of an account or a network: what a wrong password is answered with then. */
  refusal: AppError | null
  /** Whether the right password lets in. */
  mayEnter: boolean
  /** Has to be called when the password was right. */
  succeed: () => Promise<void>
}

const placeOf = ({ email, client }: LoginTry) => `${email} ${client.network}`

/** At a kiosk: its own pauses slow down guessing, so what others do elsewhere does not count. */
const takeAtKiosk = async ({ email, throttle }: LoginTry, kioskId: number): Promise<CountedTry> => {
  const here: Count = ['loginsPerAccountAndAddress', `${email} kiosk ${kioskId}`]
  const kioskTry = await takeKioskTry(throttle, { kioskId })
  await throttle.take(here)
  const succeed = async () => {
    await throttle.forget(here)
    await kioskTry.succeed()
  }
  return { refusal: null, mayEnter: true, succeed }
}

const takeElsewhere = async (login: LoginTry): Promise<CountedTry> => {
  const { email, client, throttle } = login
  const here: Count = ['loginsPerAccountAndAddress', placeOf(login)]
  await throttle.take(here)
  const wide: Count[] = [
    ['loginsPerAccount', email],
    ['loginsPerAccountAndDay', email],
    ['loginsPerAddress', client.network],
  ]
  const refusal = await throttle.refusalOf(...wide)
  // That an account was used from here must not show: a wrong password gets the same refusal, after the same work.
  const mayEnter = refusal === null || (await throttle.remembers(['loggedInFrom', placeOf(login)]))
  const succeed = async () => {
    await throttle.forget(here)
    if (refusal === null) await throttle.giveBack(...wide)
    await rememberPlace(login)
  }
  return { refusal, mayEnter, succeed }
}

/** From this network this account logged in. */
export const rememberPlace = (login: LoginTry): Promise<void> =>
  login.throttle.remember(['loggedInFrom', placeOf(login)])

/**
 * Counts a try to log in with a password. Throws when the account was tried too often from this very place. What others
 * use up elsewhere keeps no browser out in which the member logged in before, and no network they logged in from lately.
 */
export const takeLoginTry = async (ctx: Ctx, login: LoginTry): Promise<CountedTry> => {
  const { client, throttle } = login
  if (client.kioskId !== undefined) return takeAtKiosk(login, client.kioskId)
  const browserId = await findKnownBrowser(ctx, login)
  if (browserId === null) return takeElsewhere(login)
  const own: Count = ['loginsPerKnownBrowser', String(browserId)]
  await throttle.take(own)
  const succeed = async () => {
    await throttle.forget(own)
    await rememberPlace(login)
  }
  return { refusal: null, mayEnter: true, succeed }
}
