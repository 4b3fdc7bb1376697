import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A proxy on the same machine also connects from there; one that hides that it is one still names the site. */
const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

const isOnThisMachine = ({ socket, headers, hostname }: FastifyRequest): boolean =>
  loopback.has(socket.remoteAddress ?? '') &&
  loopbackNames.has(hostname) &&
  forwarded.every((name) => headers[name] === undefined)

const tokenOf = ({ headers }: FastifyRequest): string => /^bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** Metrics are read with the token of the settings; while there is none, only by programs on the portal's own machine. */
export const checkReader = async ({ settings }: Ctx, request: FastifyRequest): Promise<void> => {
  const token = await settings.get('METRICS_TOKEN')
  if (token !== '' && !isSameSecret(tokenOf(request), token))
    throw new AppError('notAllowed', { detail: 'Metrics are read with the token that stands in the settings.' })
  if (token === '' && !isOnThisMachine(request))
    throw new AppError('notAllowed', {
      detail: 'Metrics are read on the portal’s own machine, or with a token once there is one in the settings.',
    })
}
