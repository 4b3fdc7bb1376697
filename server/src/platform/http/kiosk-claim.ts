import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../secrets/tokens.ts'
import { cookieName, readCookie } from './credential.ts'

const claimCookie = 'kiosk'
/** As long as browsers keep a cookie; each sign of life begins it anew. */
const maxAge = 400 * 24 * 60 * 60

const facts = (siteUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const, // the type of the library wants the literal
  secure: siteUrl.startsWith('https:'),
})

/** What a browser holds that asked to be a kiosk: unguessable, and given to no other. */
export const kioskClaimOf = (request: FastifyRequest): string | null => readCookie(request, claimCookie) || null

/** What is stored of it; null for ordinary browsers. */
export const kioskClaimHashOf = (request: FastifyRequest): Buffer | null => {
  const claim = kioskClaimOf(request)
  return claim === null ? null : hashToken(claim)
}

const isSecure = (siteUrl: string) => siteUrl.startsWith('https:')

export const setKioskClaim = (reply: FastifyReply, input: { siteUrl: string; claim: string }) =>
  reply.setCookie(cookieName(claimCookie, isSecure(input.siteUrl)), input.claim, { ...facts(input.siteUrl), maxAge })

export const clearKioskClaim = (reply: FastifyReply, siteUrl: string) => {
  for (const name of new Set([claimCookie, cookieName(claimCookie, isSecure(siteUrl))]))
    reply.clearCookie(name, facts(siteUrl))
}
