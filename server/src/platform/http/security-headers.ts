import type { FastifyInstance, FastifyRequest } from 'fastify'
import { kioskClaimOf } from './kiosk-claim.ts'

const analytics = 'https://www.googletagmanager.com https://*.google-analytics.com'

/** Only a kiosk speaks to something else than this server: the card reader beside it, wherever that listens. */
const readers = ' ws: wss:'

/** No inline script, ever. Styles may be inline, because the component library writes its variables so. Pictures may come from the site's own web address. */
export const contentSecurityPolicy = (input: { hasAnalytics: boolean; isKiosk?: boolean }) => {
  const extra = input.hasAnalytics ? ` ${analytics}` : ''
  return [
    "default-src 'self'",
    `script-src 'self'${extra}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    `connect-src 'self'${extra}${input.isKiosk ? readers : ''}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What never changes; prepared, because every answer carries it. */
const constantHeaders = ({ isSecure }: { isSecure: boolean }) => ({
  'content-security-policy': contentSecurityPolicy({ hasAnalytics: false }),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  ...(isSecure && { 'strict-transport-security': `max-age=${180 * 24 * 60 * 60}; includeSubDomains` }),
})

const isPage = ({ url }: FastifyRequest) => !url.startsWith('/api/') || url.startsWith('/api/docs')

/** `hasAnalytics` is asked for each page, because an administrator can set the id at any time. */
export const sendSecurityHeaders = (
  app: FastifyInstance,
  input: { isSecure: boolean; hasAnalytics: () => Promise<boolean> },
) => {
  const headers = constantHeaders(input)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isPage(request)) return done(null, payload)
    const isKiosk = kioskClaimOf(request) !== null
    const open = (hasAnalytics: boolean) => {
      if (hasAnalytics || isKiosk)
        reply.header('content-security-policy', contentSecurityPolicy({ hasAnalytics, isKiosk }))
      done(null, payload)
    }
    input.hasAnalytics().then(open, () => open(false))
  })
}
