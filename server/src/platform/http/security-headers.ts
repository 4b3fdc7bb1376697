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
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Answers for programs, and files, are never a document: nothing in them loads or runs, should a browser show one all the
 * same, and it would have no origin in which to run.
 */
const policyOfAnswers = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** No screen asks for these, so that nothing on a page can. What is left out, such as the camera that reads codes and the card reader at a serial port of a kiosk, is for this site alone. */
const unusedFeatures = [
  'accelerometer',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

const yearSeconds = 365 * 24 * 60 * 60

/** What never changes; prepared, because every answer carries it. */
const constantHeaders = ({ isSecure }: { isSecure: boolean }) => ({
  'content-security-policy': contentSecurityPolicy({ hasAnalytics: false }),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': [...unusedFeatures.map((name) => `${name}=()`), 'camera=(self)', 'serial=(self)'].join(', '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  ...(isSecure && { 'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains` }),
})

/** What is about members stays in no cache; what all may keep, such as pictures, says so itself. */
const answerHeaders = (headers: ReturnType<typeof constantHeaders>) => ({
  ...headers,
  'content-security-policy': policyOfAnswers,
  'cache-control': 'no-store',
  // The app's pages read these, others do not: a cache keeps the two apart.
  vary: 'Origin',
})

const isPage = ({ url }: FastifyRequest) => !url.startsWith('/api/') || url.startsWith('/api/docs')

/** `hasAnalytics` is asked for each page, because an administrator can set the id at any time. */
export const sendSecurityHeaders = (
  app: FastifyInstance,
  input: { isSecure: boolean; hasAnalytics: () => Promise<boolean> },
) => {
  const ofPages = constantHeaders(input)
  const ofAnswers = answerHeaders(ofPages)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isPage(request) ? ofPages : ofAnswers)
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
