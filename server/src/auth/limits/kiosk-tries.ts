import { plainCard } from '@spacekeeper/contract/card-numbers.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { Throttle, Count } from './throttle.ts'
import { accountLimits } from './throttle.ts'

/** After so many failed tries a kiosk pauses after each further one. */
const freeTries = accountLimits.triesPerKiosk.points

const longestPause = 30

/** How many seconds a kiosk takes no card that it does not know, after so many failed tries in ten minutes. */
export const pauseSeconds = (tries: number): number =>
  tries <= freeTries ? 0 : Math.min(longestPause, 2 ** (tries - freeTries))

type KioskTry = {
  kioskId: number
  /** A card that was read or typed; without it an email was typed. */
  card?: string
}

/**
 * Counts a try at a kiosk. After many that failed, the kiosk pauses after each, longer and longer, and throws
 * `tooManyRequests` meanwhile; cards that logged in there before go on working, unless very many are tried even so.
 */
export const takeKioskTry = async (
  throttle: Throttle,
  { kioskId, card }: KioskTry,
): Promise<{ succeed: () => Promise<void>; remember: () => Promise<void> }> => {
  const kiosk = String(kioskId)
  const all: Count = ['triesPerKiosk', kiosk]
  const pause: Count = ['kioskPause', kiosk]
  const hurried: Count = ['triesDuringPauses', kiosk]
  const known: Count = ['cardsOfKiosk', `${kiosk} ${plainCard(card ?? '')}`]
  const remember = async () => {
    if (card !== undefined) await throttle.remember(known)
  }
  const seconds = pauseSeconds(await throttle.count(all))
  if (seconds === 0) return { remember, succeed: () => throttle.giveBack(all) }
  try {
    await throttle.pause(pause, seconds)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // It is not checked, so it is no guess.
    await throttle.giveBack(all)
    const isKnown = card !== undefined && (await throttle.remembers(known))
    if (!(await throttle.mayTake(hurried)) || !isKnown) throw error
    return { remember, succeed: () => throttle.giveBack(hurried) }
  }
  const succeed = async () => {
    await throttle.giveBack(all)
    await throttle.forget(pause)
  }
  return { remember, succeed }
}
