import { createHash } from 'node:crypto'
import { z } from 'zod'
import { FetchFailure, guardedFetch, jsonOf } from '../http/guarded-fetch.ts'
import { readServiceAccount, type ServiceAccount, signToken } from './service-account.ts'

/** With what the portal speaks to Google Wallet, and where: everything at a stand-in, or each at its own address. */
export type GoogleWalletAccess = { account: ServiceAccount; standIn: string | undefined; now: Date }

/** Google turned the portal away: the account, the issuer or what was sent is wrong. Trying again does not help. */
export class GoogleRefusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`Google Wallet answered ${status}.`)
    this.status = status
  }
}

/** Google was not reached, is busy, or has trouble of its own. */
export class GoogleAway extends Error {}

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'
const timeoutMs = 10_000
const maxBytes = 1_000_000

type GoogleAnswer = { status: number; body: unknown }

type GoogleRequest = { method: 'GET' | 'POST' | 'PATCH'; headers: Record<string, string>; body?: string }

const ask = async ({ standIn }: GoogleWalletAccess, url: string, request: GoogleRequest): Promise<GoogleAnswer> => {
  try {
    const answer = await guardedFetch(url, { allowPrivate: standIn !== undefined, maxBytes, timeoutMs, ...request })
    return { status: answer.status, body: jsonOf(answer) }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    throw new GoogleAway('Google Wallet was not reached.', { cause: error })
  }
}

const judge = (answer: GoogleAnswer): GoogleAnswer => {
  if (answer.status === 429 || answer.status >= 500) throw new GoogleAway(`Google Wallet answered ${answer.status}.`)
  return answer
}

const GoogleToken = z.object({ access_token: z.string(), expires_in: z.number() })

type KeptToken = { name: string; token: string; until: number }

/** The last token; it is asked for anew a minute before it runs out, and when the account changes. */
let kept: KeptToken | undefined

const nameOf = ({ account, standIn = '' }: GoogleWalletAccess) =>
  createHash('sha256')
    .update(account.key.export({ type: 'pkcs8', format: 'der' }))
    .update(account.email + standIn)
    .digest('hex')

const getToken = async (access: GoogleWalletAccess): Promise<string> => {
  const name = nameOf(access)
  const now = Math.floor(access.now.getTime() / 1000)
  if (kept?.name === name && kept.until > now + 60) return kept.token
  const audience = 'https://oauth2.googleapis.com/token'
  const assertion = signToken(access.account, {
    iss: access.account.email,
    scope,
    aud: audience,
    iat: now,
    exp: now + 3600,
  })
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  const url = access.standIn === undefined ? audience : `${access.standIn}/token`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = judge(await ask(access, url, { method: 'POST', headers, body: body.toString() }))
  const granted = GoogleToken.safeParse(answer.body)
  if (answer.status !== 200 || !granted.success) throw new GoogleRefusal(answer.status)
  kept = { name, token: granted.data.access_token, until: now + granted.data.expires_in }
  return kept.token
}

type GoogleCall = { method: GoogleRequest['method']; path: string; body?: unknown }

const call = async (access: GoogleWalletAccess, wanted: GoogleCall, isAgain = false): Promise<GoogleAnswer> => {
  const origin = access.standIn ?? 'https://walletobjects.googleapis.com'
  const token = await getToken(access)
  const { method, path, body } = wanted
  const answer = await ask(access, `${origin}/walletobjects/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (answer.status !== 401 || isAgain) return judge(answer)
  // Google may end a token before its time.
  if (kept?.token === token) kept = undefined
  return call(access, wanted, true)
}

const demand = ({ status }: GoogleAnswer, good: readonly number[]) => {
  if (!good.includes(status)) throw new GoogleRefusal(status)
}

export type GoogleObject = { id: string; classId: string } & Record<string, unknown>

/** Sees that Google has the class that all passes of the portal are of. */
const keepClass = async (access: GoogleWalletAccess, classId: string) =>
  demand(await call(access, { method: 'POST', path: 'genericClass', body: { id: classId } }), [200, 409])

/** Stores a pass at Google as it is now, whether Google had it or not. */
export const putGoogleObject = async (access: GoogleWalletAccess, object: GoogleObject): Promise<void> => {
  const patch = () => call(access, { method: 'PATCH', path: `genericObject/${object.id}`, body: object })
  const first = await patch()
  if (first.status !== 404) return demand(first, [200])
  await keepClass(access, object.classId)
  const inserted = await call(access, { method: 'POST', path: 'genericObject', body: object })
  // Another process was faster.
  demand(inserted.status === 409 ? await patch() : inserted, [200])
}

/** Whether Google lets the account at the issuer: asked without changing anything. */
export const tryGoogleWallet = async (access: GoogleWalletAccess, issuerId: string): Promise<void> =>
  demand(await call(access, { method: 'GET', path: `genericClass?issuerId=${issuerId}&maxResults=1` }), [200])

/** Where a phone saves a pass that Google has already: the link holds its name alone, and nothing about its member. */
export const googleSaveLink = (
  { account, now }: GoogleWalletAccess,
  { object, origin }: { object: Pick<GoogleObject, 'id' | 'classId'>; origin: string },
): string => {
  const claims = {
    iss: account.email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    origins: [origin],
    payload: { genericObjects: [{ id: object.id, classId: object.classId }] },
  }
  return `https://pay.google.com/gp/v/save/${signToken(account, claims)}`
}

/** The same with the setting as it is stored; null where it is no account. */
export const googleAccountIn = (text: string): ServiceAccount | null => {
  const read = readServiceAccount(text)
  return 'problem' in read ? null : read
}
