import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/ctx.ts'
import type { HealthCheck } from '#platform/health-check.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'

const tokenOf = ({ headers }: FastifyRequest): string => /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/**
 * Metrics are read with the token of the settings, and not at all while there is none: a request from the portal's own
 * machine may as well come from the web server in front.
 */
export const checkReader = async ({ settings }: Ctx, request: FastifyRequest): Promise<void> => {
  const token = await settings.get('METRICS_TOKEN')
  if (token === '') throw new AppError('metricsOff')
  if (!isSameSecret(tokenOf(request), token))
    throw new AppError('notAllowed', { detail: 'Metrics are read with the token that stands in the settings.' })
}

export const metricsChecks: readonly HealthCheck[] = [
  {
    name: 'metrics.readers',
    area: 'site',
    title: 'Metrics',
    pace: 'now',
    find: async ({ settings }) => ({
      state: 'well',
      says:
        (await settings.get('METRICS_TOKEN')) === ''
          ? 'Nothing can read the metrics, because there is no token for them.'
          : 'Metrics are read with their token only.',
    }),
  },
]
