import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { derive, pseudonym } from '#platform/secrets/derive.ts'

const minute = 60

const hour = 60 * minute

/** The rate limits: `points` tries in `duration` seconds. Counted in the database, so for all processes together. */
export const accountLimits = {
  loginsPerAccountAndAddress: { points: 5, duration: 15 * minute },
  loginsPerAccount: { points: 50, duration: hour },
  loginsPerAddress: { points: 100, duration: hour },
  linksPerAccount: { points: 3, duration: hour },
  linksPerAddress: { points: 20, duration: hour },
  verifyLinkPause: { points: 1, duration: 5 * minute },
  registrationsPerAddress: { points: 20, duration: hour },
  emailChangesPerAccount: { points: 5, duration: hour },
  kiosksPerAddress: { points: 10, duration: hour },
  kiosksAsked: { points: 200, duration: hour },
  cardsPerKiosk: { points: 60, duration: 10 * minute },
  credentialsPerCard: { points: 5, duration: 15 * minute },
  credentialsPerCardAndDay: { points: 20, duration: 24 * hour },
  failuresKeptPerAccount: { points: 10, duration: hour },
  failuresKeptPerAddress: { points: 20, duration: hour },
  failuresKept: { points: 300, duration: hour },
  floodNote: { points: 1, duration: hour },
} as const

export type LimitName = keyof typeof accountLimits

export type AccountLimits = Record<LimitName, { points: number; duration: number }>

/** One count: which limit, and of whom. */
export type Count = readonly [LimitName, string]

export type Throttle = {
  /** Counts one more. Throws `tooManyRequests` when that is one too many, the same whether an account exists or not. */
  take: (...counts: readonly Count[]) => Promise<void>
  /** Counts one more where that is allowed, and says whether it was. */
  mayTake: (...counts: readonly Count[]) => Promise<boolean>
  /** Counts one less. */
  giveBack: (...counts: readonly Count[]) => Promise<void>
  forget: (...counts: readonly Count[]) => Promise<void>
}

const limitNames = keysOf(accountLimits)

const mapLimits = <T>(make: (name: LimitName) => T) =>
  Object.fromEntries(limitNames.map((name) => [name, make(name)])) as Record<LimitName, T> // fromEntries loses the names

/** If the limiter fails (its database is gone), so does the request: credentials are never checked uncounted. */
export const createThrottle = (services: Services, limits: AccountLimits = accountLimits): Throttle => {
  const key = derive(services.secretKey, 'throttle')
  const limiter = (name: LimitName) =>
    new RateLimiterPostgres({
      ...limits[name],
      storeClient: services.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
    })
  const limiters = mapLimits(limiter)
  // Only pseudonyms are stored: the table names no address and no account.
  const nameOf = (subject: string) => pseudonym(key, subject.toLowerCase())

  /** The narrowest first: what it refuses does not count for the wider ones. Null when all allow it. */
  const refusalOf = async (counts: readonly Count[]): Promise<RateLimiterRes | null> => {
    for (const [name, subject] of counts) {
      try {
        await limiters[name].consume(nameOf(subject))
      } catch (error) {
        if (error instanceof RateLimiterRes) return error
        throw error
      }
    }
    return null
  }
  return {
    take: async (...counts) => {
      const refusal = await refusalOf(counts)
      if (!refusal) return
      throw new AppError('tooManyRequests', { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) })
    },
    mayTake: async (...counts) => (await refusalOf(counts)) === null,
    giveBack: async (...counts) => {
      for (const [name, subject] of counts) await limiters[name].reward(nameOf(subject))
    },
    forget: async (...counts) => {
      for (const [name, subject] of counts) await limiters[name].delete(nameOf(subject))
    },
  }
}
