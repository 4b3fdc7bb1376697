import { TOTP, Secret } from 'otpauth'
import type { TestClient } from '../../client.testing.ts'
import type { MemberFacts } from '../../members/factory.ts'
import type { TestPortal } from '../../portal.testing.ts'
import { openBrowser } from '../browser.testing.ts'
import { anAccount } from '../factory.ts'
import { softPasskey } from './soft-passkey.testing.ts'

export const password = 'correct horse battery'

/** The code that an app shows for a secret, so many steps of thirty seconds from a time. */
export const codeOf = (secret: string, { at, steps = 0 }: { at: Date; steps?: number }): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * 30_000 })

/** A member with an account, and a client with a session of theirs. */
export const aPerson = async (portal: TestPortal, facts: Partial<MemberFacts> = {}) => {
  const { id, email } = await anAccount(portal.db, { ...facts, password })
  const client = await portal.as(id)
  return { id, email, client }
}

/** Sets up an authenticator app. Its codes count from the step after the one that turned it on. */
export const setUpTotp = async (portal: TestPortal, client: TestClient) => {
  const { secret, address } = await client.auth.startTotp()
  const at = portal.services.now()
  const { recoveryCodes } = await client.auth.confirmTotp({ code: codeOf(secret, { at, steps: -1 }) })
  return {
    secret,
    address,
    recoveryCodes: recoveryCodes ?? [],
    code: () => codeOf(secret, { at: portal.services.now() }),
  }
}

/** Adds a passkey that a program holds. */
export const addSoftPasskey = async (portal: TestPortal, client: TestClient, name = 'Laptop') => {
  const key = softPasskey(new URL(portal.services.siteUrl).origin)
  const { recoveryCodes } = await client.auth.addPasskey({
    name,
    passkey: key.create(await client.auth.startPasskey()),
  })
  return { key, recoveryCodes: recoveryCodes ?? [] }
}

/** A browser without a session, which logs in over HTTP. */
export const browserOf = (portal: TestPortal, address = '127.0.0.1') => {
  const browser = openBrowser(portal.app, address)
  const codeIn = (answer: { json: () => { code?: string }; statusCode: number }) =>
    answer.statusCode === 200 ? 'in' : (answer.json().code ?? String(answer.statusCode))
  return {
    ...browser,
    /** `in`, or the code of the error. */
    tryLogin: async (login: { email: string; password?: string; code?: string }) =>
      codeIn(await browser.post('/api/login/', { password, ...login })),
    tryTo: async (path: string, body: Record<string, unknown> = {}) => codeIn(await browser.post(path, body)),
  }
}
