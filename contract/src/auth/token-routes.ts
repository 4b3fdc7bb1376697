import { z } from 'zod'
import { Email } from '../fields.ts'
import { routes } from '../route.ts'
import { Password, SecondFactorCode } from './shapes.ts'

/** What an app calls with, and what it exchanges for the next pair. */
const TokenPair = z.object({ access: z.string(), refresh: z.string() })

export type TokenPair = z.infer<typeof TokenPair>

/** Tokens of apps. What they go with is `Authorization: Bearer …`. */
export const tokenApi = routes({
  obtainTokens: {
    method: 'POST',
    path: '/api/token/obtain/',
    keepsAnswers: true,
    access: 'anyone',
    summary:
      'Logs an app in with email and password. The access token works for 15 minutes, the refresh token once and for 90 days.',
    body: z.object({
      email: Email,
      password: Password,
      /** Of members who log in with a second factor. */
      code: SecondFactorCode.optional(),
      /** What members read in the list of their logins; without it, what the user agent says. */
      deviceName: z.string().trim().min(1).max(100).optional(),
    }),
    unknownFields: 'ignored',
    ignoresCaller: true,
    fieldLists: true,
    output: TokenPair,
    errors: [
      'wrongLogin',
      'secondFactorNeeded',
      'wrongCode',
      'emailNotVerified',
      'emailNotVerifiedNoMail',
      'notOnKiosk',
      'tooManyRequests',
    ],
    rate: 'credentials',
  },
  refreshTokens: {
    method: 'POST',
    path: '/api/token/refresh/',
    keepsAnswers: true,
    access: 'anyone',
    summary:
      'Exchanges a refresh token for a new pair. Using one again later ends the login: one of the two who had it is a thief.',
    body: z.object({ refresh: z.string().min(1).max(2000) }),
    unknownFields: 'ignored',
    ignoresCaller: true,
    fieldLists: true,
    output: TokenPair,
    errors: ['token_not_valid'],
    rate: 'credentials',
  },
})
