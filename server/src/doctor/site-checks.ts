import { stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { settings as declared } from '@spacekeeper/contract/index.ts'
import { isOwnName } from '@spacekeeper/contract/read-url.ts'
import type { Ctx, ProcessSetup } from '#platform/ctx.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Names and addresses that are only reached within a network. */
const isPrivateHost = (host: string): boolean =>
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[(::1|f[cd]|fe80))/i.test(host) ||
  /\.(local|lan|internal|home|home\.arpa)$/i.test(host) ||
  !host.includes('.')

export const judgeAddress = (facts: { siteUrl: string; isSet: boolean }): HealthFinding => {
  const { siteUrl, isSet } = facts
  if (!isSet)
    return {
      state: 'attention',
      says: `The address of the portal isn’t set, so links in emails lead to ${siteUrl}, which only opens on this machine.`,
      todo: 'Set SITE_URL to the address people open, and restart the portal. The guide “Running the portal” shows where.',
    }
  const { protocol, hostname } = new URL(siteUrl)
  if (isOwnName(hostname))
    return {
      state: 'attention',
      says: `Links, QR codes and devices lead to ${siteUrl}, which only opens on this machine.`,
      todo: 'Set SITE_URL to the address people open, and restart the portal. The guide “Behind a web server” says more.',
    }
  if (protocol === 'https:') return { state: 'well', says: `People open ${siteUrl}.` }
  if (isPrivateHost(hostname))
    return { state: 'well', says: `People open ${siteUrl}, which is only reached inside your network.` }
  return {
    state: 'wrong',
    says: `People open ${siteUrl} without encryption, so passwords can be read on the way.`,
    todo: 'Put a web server with a certificate in front of the portal, and set SITE_URL to the address with https.',
  }
}

export const judgeReverseProxy = (facts: {
  siteUrl: string
  trustProxy: ProcessSetup['trustProxy']
}): HealthFinding => {
  const isBehindOne = facts.siteUrl.startsWith('https:')
  const trusts = facts.trustProxy !== false && facts.trustProxy !== 0
  if (isBehindOne && !trusts)
    return {
      state: 'wrong',
      says: 'A proxy is in front of the portal, but the portal doesn’t trust the client addresses it passes on. All visitors share one address, so one attacker can lock everyone out.',
      todo: 'Set TRUST_PROXY to the address of that web server, such as loopback if it runs on the same machine, and restart the portal.',
    }
  if (!isBehindOne && trusts)
    return {
      state: 'attention',
      says: 'The portal trusts a web server in front of it, though SITE_URL says that there is none.',
      todo: 'If visitors reach the portal directly, set TRUST_PROXY to false: otherwise they can choose the address they seem to come from.',
    }
  return {
    state: 'well',
    says: trusts ? 'The web server in front of the portal is trusted.' : 'Visitors reach the portal directly.',
  }
}

export const judgeSecretKey = (facts: { isSet: boolean; mode: number | null }): HealthFinding => {
  const isOpen = facts.mode !== null && (facts.mode & 0o077) !== 0
  if (facts.isSet) return { state: 'well', says: 'The key of secret settings is given by SECRET_KEY.' }
  if (isOpen)
    return {
      state: 'wrong',
      says: 'Other accounts of this machine can read the key of secret settings, DATA_DIR/secret-key.',
      todo: 'Run chmod 600 on the file.',
    }
  return {
    state: 'well',
    says: 'The key of secret settings is kept in DATA_DIR/secret-key. Back it up with the database.',
  }
}

export const judgeTimeZone = (facts: { zone: string; isChosen: boolean; isElsewhere: boolean }): HealthFinding =>
  !facts.isChosen && facts.isElsewhere
    ? {
        state: 'attention',
        says: `No time zone was chosen, so days begin as in ${facts.zone}.`,
        todo: 'Choose the time zone of your space: payments, reminders and certificates go by it.',
        to: '/manage/settings#SITE_TIME_ZONE',
      }
    : { state: 'well', says: `Days begin as in ${facts.zone}.` }

/** `problem`: why browsers would refuse it. */
export type SeenCertificate = { validTo: Date; problem: string | null }

export const judgeSiteCertificate = ({ validTo, problem }: SeenCertificate, now: Date): HealthFinding => {
  const daysLeft = Math.floor((validTo.getTime() - now.getTime()) / dayMs)
  const todo = 'Look at what renews the certificate on your web server, such as certbot or Caddy, and renew it.'
  if (daysLeft < 0)
    return { state: 'wrong', says: 'The certificate expired {at}. Browsers refuse the portal.', at: validTo, todo }
  if (problem !== null) return { state: 'wrong', says: `Browsers refuse the certificate (${problem}).`, todo }
  if (daysLeft < 14)
    return { state: daysLeft < 4 ? 'wrong' : 'attention', says: 'The certificate runs out {at}.', at: validTo, todo }
  return { state: 'well', says: 'The certificate is valid until {at}.', at: validTo }
}

/** The certificate that visitors are shown; rejects where no one answers. */
export const readCertificate = (url: string, signal: AbortSignal): Promise<SeenCertificate> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const host = hostname.replace(/^\[|\]$/g, '')
    // It is only looked at: a bad one is what is looked for, and nothing is sent.
    const socket = connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
    })
    signal.addEventListener('abort', () => socket.destroy(new Error('the doctor waits no longer')), { once: true })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate()
      const { authorizationError: error } = socket
      const problem = socket.authorized ? null : error instanceof Error ? error.message : String(error)
      socket.end()
      resolve({ validTo: new Date(validTo), problem })
    })
  })

const findCertificate = async (ctx: Ctx, signal: AbortSignal): Promise<HealthFinding | null> => {
  if (!ctx.siteUrl.startsWith('https:')) return null
  try {
    return judgeSiteCertificate(await readCertificate(ctx.siteUrl, signal), ctx.now())
  } catch {
    return {
      state: 'unknown',
      says: `The portal couldn’t reach ${ctx.siteUrl} itself to look at the certificate.`,
      todo: 'Open the address from outside. If that works, your network just doesn’t let the portal call itself, and you have to watch the certificate elsewhere.',
    }
  }
}

const modeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).mode & 0o777
  } catch {
    return null
  }
}

const findSecretKey = async ({ setup }: Ctx) =>
  setup && judgeSecretKey({ isSet: setup.isSecretKeySet, mode: await modeOf(join(setup.dataDir, 'secret-key')) })

const findTimeZone = async (ctx: Ctx) => {
  const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = await ctx.settings.all()
  const isElsewhere = locale !== declared.SITE_LOCALE_CURRENCY.default
  return judgeTimeZone({ zone, isChosen: zone !== declared.SITE_TIME_ZONE.default, isElsewhere })
}

const findAddress = async ({ setup, siteUrl }: Ctx) =>
  setup ? judgeAddress({ siteUrl, isSet: setup.isSiteUrlSet }) : null

const findProxy = async ({ setup, siteUrl }: Ctx) =>
  setup ? judgeReverseProxy({ siteUrl, trustProxy: setup.trustProxy }) : null

const shared = { area: 'site', pace: 'now', timeoutMs: 5000 } as const

export const siteChecks: readonly HealthCheck[] = [
  { ...shared, name: 'site.address', title: 'Address', find: findAddress },
  { ...shared, name: 'site.proxy', title: 'Web server in front', find: findProxy },
  {
    ...shared,
    name: 'site.certificate',
    title: 'Certificate',
    pace: 'hourly',
    timeoutMs: 10_000,
    find: findCertificate,
  },
  { ...shared, name: 'site.timeZone', title: 'Time zone', find: findTimeZone },
  { ...shared, name: 'site.secretKey', title: 'Secret key', find: async (ctx) => (await findSecretKey(ctx)) ?? null },
]
