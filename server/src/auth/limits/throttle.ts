import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { derive, pseudonym } from '#platform/secrets/derive.ts'

const minute = 60

const hour = 60 * minute

const day = 24 * hour

/**
 * The rate limits: `points` tries in `duration` seconds. Counted in the database, so for all processes together. What each
 * is for, and why none keeps a member out: docs/decisions/0030-lock-outs.md.
 */
export const accountLimits = {
  loginsPerAccountAndAddress: { points: 5, duration: 15 * minute },
  loginsPerKnownBrowser: { points: 5, duration: 15 * minute },
  loginsPerAccount: { points: 50, duration: hour },
  loginsPerAccountAndDay: { points: 200, duration: day },
  loginsPerAddress: { points: 100, duration: hour },
  loggedInFrom: { points: 1, duration: 30 * day },
  providerLoginsPerAddress: { points: 100, duration: hour },
  passwordsPerSession: { points: 5, duration: 15 * minute },
  passwordsPerSessionAndDay: { points: 20, duration: day },
  codesPerAccountAndAddress: { points: 5, duration: 15 * minute },
  codesPerKnownBrowser: { points: 5, duration: 15 * minute },
  codesPerAccount: { points: 20, duration: hour },
  codesPerAccountAndDay: { points: 60, duration: day },
  linksPerAccountAndAddress: { points: 3, duration: hour },
  linksPerKnownBrowser: { points: 3, duration: hour },
  linksPerAccount: { points: 6, duration: hour },
  linksPerAddress: { points: 20, duration: hour },
  verifyLinkPause: { points: 1, duration: 5 * minute },
  registrationsPerAddress: { points: 20, duration: hour },
  registrationsPerKiosk: { points: 300, duration: hour },
  registrationsOnOpenDay: { points: 300, duration: hour },
  openDays: { points: 1, duration: 6 * hour },
  emailChangesPerAccount: { points: 5, duration: hour },
  kiosksPerAddress: { points: 10, duration: hour },
  kiosksAsked: { points: 200, duration: hour },
  kiosksPerAddressWhenMany: { points: 1, duration: hour },
  triesPerKiosk: { points: 20, duration: 10 * minute },
  kioskPause: { points: 1, duration: minute },
  triesDuringPauses: { points: 60, duration: hour },
  cardsOfKiosk: { points: 1, duration: 30 * day },
  credentialsPerCard: { points: 5, duration: 15 * minute },
  credentialsPerCardAndDay: { points: 20, duration: day },
  failuresKeptPerAccount: { points: 10, duration: hour },
  failuresKeptPerAddress: { points: 20, duration: hour },
  failuresKept: { points: 300, duration: hour },
  visitorSearchesPerKiosk: { points: 200, duration: 10 * minute },
  visitorSearchesPerAddress: { points: 60, duration: 10 * minute },
  visitorsPerKiosk: { points: 300, duration: hour },
  visitorsPerAddress: { points: 60, duration: hour },
  visitorMailsPerHost: { points: 20, duration: hour },
  floodNote: { points: 1, duration: hour },
} as const

export type LimitName = keyof typeof accountLimits

export type AccountLimits = Record<LimitName, { points: number; duration: number }>

/** One count: which limit, and whose. */
export type Count = readonly [LimitName, string]

export type Throttle = {
  /** Counts one more. Throws `tooManyRequests` when that is one too many, the same whether an account exists or not. */
  take: (...counts: readonly Count[]) => Promise<void>
  /** Counts one more; what `take` would throw comes back, null where it is allowed. */
  refusalOf: (...counts: readonly Count[]) => Promise<AppError | null>
  /** Counts one more where that is allowed, and says whether it was. */
  mayTake: (...counts: readonly Count[]) => Promise<boolean>
  /** Counts one more, whatever the limit, and says how many there are. */
  count: (count: Count) => Promise<number>
  /** Takes the only place of a limit for so many seconds. Throws `tooManyRequests` while it is taken. */
  pause: (count: Count, seconds: number) => Promise<void>
  /** Counts one less. */
  giveBack: (...counts: readonly Count[]) => Promise<void>
  forget: (...counts: readonly Count[]) => Promise<void>
  /** Keeps for the duration of the limit that this was so. */
  remember: (count: Count) => Promise<void>
  remembers: (count: Count) => Promise<boolean>
  /** For how many milliseconds it is still kept that this was so; null where it is not. */
  remainingMs: (count: Count) => Promise<number | null>
}

const limitNames = keysOf(accountLimits)

const mapLimits = <T>(make: (name: LimitName) => T) =>
  Object.fromEntries(limitNames.map((name) => [name, make(name)])) as Record<LimitName, T> // fromEntries loses the names

const openLimiters = ({ pool }: Services, limits: AccountLimits) =>
  mapLimits(
    (name) =>
      new RateLimiterPostgres({
        ...limits[name],
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
      }),
  )

/** If the limiter fails (its database is gone), so does the request: credentials are never checked uncounted. */
export const createThrottle = (services: Services, limits: AccountLimits = accountLimits): Throttle => {
  const key = derive(services.secretKey, 'throttle')
  const limiters = openLimiters(services, limits)
  // Only pseudonyms are stored: the table names no address and no account.
  const nameOf = (subject: string) => pseudonym(key, subject.toLowerCase())

  const consume = async ([name, subject]: Count, options = {}): Promise<AppError | null> => {
    try {
      await limiters[name].consume(nameOf(subject), 1, options)
      return null
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
      return new AppError('tooManyRequests', { retryAfterSeconds })
    }
  }
  /** The narrowest first: what it refuses does not count for the wider ones. */
  const refusalOf = async (...counts: readonly Count[]): Promise<AppError | null> => {
    for (const count of counts) {
      const refusal = await consume(count)
      if (refusal) return refusal
    }
    return null
  }
  const remainingMs = async ([name, subject]: Count) =>
    (await limiters[name].get(nameOf(subject)))?.msBeforeNext ?? null
  return {
    refusalOf,
    take: async (...counts) => {
      const refusal = await refusalOf(...counts)
      if (refusal) throw refusal
    },
    mayTake: async (...counts) => (await refusalOf(...counts)) === null,
    count: async ([name, subject]) => (await limiters[name].penalty(nameOf(subject))).consumedPoints,
    pause: async (count, seconds) => {
      const refusal = await consume(count, { customDuration: seconds })
      if (refusal) throw refusal
    },
    giveBack: async (...counts) => {
      for (const [name, subject] of counts) await limiters[name].reward(nameOf(subject))
    },
    forget: async (...counts) => {
      for (const [name, subject] of counts) await limiters[name].delete(nameOf(subject))
    },
    remember: async ([name, subject]) => void (await limiters[name].set(nameOf(subject), 1, limits[name].duration)),
    remembers: async (count) => (await remainingMs(count)) !== null,
    remainingMs,
  }
}
