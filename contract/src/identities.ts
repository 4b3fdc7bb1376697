import { z } from 'zod'
import { LinkToken } from './fields.ts'
import { Instant, routes } from './route.ts'

/** How long the code of a digital ID works. */
export const codeLifetimeSeconds = 600

/** How somebody stands with the space: his state, but a suspension outweighs it. */
export const Standing = z.enum(['active', 'noob', 'inactive', 'accountonly', 'suspended'])
export type Standing = z.infer<typeof Standing>

/** `success` and `token` are what existing clients read. */
export const IdCode = z.object({
  success: z.literal(true),
  token: z.string(),
  issuedAt: Instant,
  expiresAt: Instant,
  /** The public page that checks it: what the QR code holds. */
  url: z.string(),
})
export type IdCode = z.infer<typeof IdCode>

/** What a stranger who scans a digital ID may know; of a code that has run out, nothing about the person. */
export const Verification = z.object({
  verdict: z.enum(['valid', 'notActive', 'expired', 'forged', 'unknown']),
  name: z.string().nullable(),
  standing: Standing.nullable(),
  issuedAt: Instant.nullable(),
  checkedAt: Instant,
})
export type Verification = z.infer<typeof Verification>

export const identities = routes({
  issue: {
    method: 'GET',
    path: '/api/profile/idtoken/',
    access: 'signedIn',
    summary: "A signed code for the caller's digital ID. It works for ten minutes.",
    output: IdCode,
  },
  verify: {
    method: 'POST',
    path: '/api/idtoken/verify/',
    access: 'anyone',
    rate: 'credentials',
    summary: 'Whether the code of a digital ID is genuine, and the name and standing of whom it belongs to.',
    body: z.object({ token: LinkToken }),
    output: Verification,
  },
})
