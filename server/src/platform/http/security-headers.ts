import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const analytics = 'https://www.googletagmanager.com https://*.google-analytics.com'

/** No inline script, ever. Styles may be inline, because the component library writes its variables so. Pictures may come from the site's own web address. */
export const contentSecurityPolicy = (input: { hasAnalytics: boolean }) => {
  const extra = input.hasAnalytics ? ` ${analytics}` : ''
  return [
    "default-src 'self'",
    `script-src 'self'${extra}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    `connect-src 'self'${extra}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** `hasAnalytics` is asked for each page, because an administrator can set the id at any time. */
export const sendSecurityHeaders = async (
  app: FastifyInstance,
  input: { isSecure: boolean; hasAnalytics: () => Promise<boolean> },
) => {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: input.isSecure && { maxAge: 180 * 24 * 60 * 60 },
    referrerPolicy: { policy: 'same-origin' },
  })
  const policies = {
    with: contentSecurityPolicy({ hasAnalytics: true }),
    without: contentSecurityPolicy({ hasAnalytics: false }),
  }
  app.addHook('onSend', async (request, reply) => {
    const isPage = !request.url.startsWith('/api/') || request.url.startsWith('/api/docs')
    const hasAnalytics = isPage && (await input.hasAnalytics().catch(() => false))
    reply.header('content-security-policy', hasAnalytics ? policies.with : policies.without)
  })
}
