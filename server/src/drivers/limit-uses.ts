import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#platform/http/app-error.ts'

/** More than anybody presses a button on purpose. */
const perMinute = 20

/** Counts what each member does with relays; one press too many is refused before anything is stored or switched. */
export const limitUses = () => {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (memberId: number): Promise<void> => {
    try {
      await limiter.consume(memberId)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new AppError('tooManyRequests', { retryAfterSeconds: Math.ceil(error.msBeforeNext / 1000) })
    }
  }
}
