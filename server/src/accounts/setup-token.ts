import { derive } from '#platform/secrets/derive.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'

/** Proves that somebody can read the output of a new portal. The same at every start; worthless once there is an administrator. */
export const setupToken = (secretKey: Buffer): string => derive(secretKey, 'first administrator').toString('base64url')

export const isSetupToken = (secretKey: Buffer, token: string): boolean => isSameSecret(token, setupToken(secretKey))
