import type { RateClass } from '@spacekeeper/contract/route.ts'
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './app-error.ts'
import { ipAddressOf, networkOf } from './network-of.ts'

export type RateLimits = Record<RateClass, number>

/** Requests a minute and address. A whole space may share one address, so these only stop floods; accounts have limits of their own. */
export const ordinaryLimits: RateLimits = { ordinary: 1500, credentials: 120, mail: 40 }

/** Counted in the memory of this process: cheap enough for every request. */
export const limitRates = (app: FastifyInstance, limits: RateLimits) => {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  const limiters: Record<RateClass, RateLimiterMemory> = {
    ordinary: limiter(limits.ordinary),
    credentials: limiter(limits.credentials),
    mail: limiter(limits.mail),
  }
  app.decorate('limitRate', async (request, _reply, route) => {
    try {
      await limiters[route.rate ?? 'ordinary'].consume(networkOf(ipAddressOf(request)))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new AppError('tooManyRequests', { retryAfterSeconds: Math.ceil(error.msBeforeNext / 1000) })
    }
  })
}
