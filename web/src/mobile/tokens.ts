import type { PhoneSecrets } from '@spacekeeper/contract/mobile-shell.ts'

export type AppTokens = { access: string; refresh: string }

const portalName = 'portal'
const tokensName = 'tokens'

export const readPortal = (secrets: PhoneSecrets): Promise<string | null> => secrets.read(portalName)

/** Tokens of the portal before it are of no use at this one, and are not to reach it. */
export const keepPortal = async (secrets: PhoneSecrets, origin: string): Promise<void> => {
  await secrets.remove(tokensName)
  await secrets.write(portalName, origin)
}

export const forgetPortal = async (secrets: PhoneSecrets): Promise<void> => {
  await secrets.remove(tokensName)
  await secrets.remove(portalName)
}

const isTokens = (value: unknown): value is AppTokens =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  typeof value.access === 'string' &&
  'refresh' in value &&
  typeof value.refresh === 'string'

const parse = (text: string | null): AppTokens | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isTokens(value) ? value : null
  } catch {
    return null
  }
}

export type TokenStore = {
  read: () => AppTokens | null
  /** Resolves once the phone has them: a pair is used only then, so that none is used and lost. */
  put: (tokens: AppTokens) => Promise<void>
  clear: () => Promise<void>
}

/** The tokens of the login, in memory and in the phone’s keychain. */
export const openTokens = async (secrets: PhoneSecrets): Promise<TokenStore> => {
  let tokens = parse(await secrets.read(tokensName))
  return {
    read: () => tokens,
    put: async (next) => {
      await secrets.write(tokensName, JSON.stringify(next))
      tokens = next
    },
    clear: async () => {
      tokens = null
      await secrets.remove(tokensName)
    },
  }
}
