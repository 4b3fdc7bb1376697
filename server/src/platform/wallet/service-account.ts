import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** The account of a program at Google, as the JSON file of its key has it. */
export type ServiceAccount = { email: string; keyId: string | undefined; key: KeyObject }

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.string().regex(/^[^\s@]+@[^\s@]+$/),
  private_key: z.string(),
  private_key_id: z.string().optional(),
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const keyOf = (pem: string): KeyObject | null => {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

/** Reads the key file of a service account; what is wrong with it where it is none. */
export const readServiceAccount = (text: string): ServiceAccount | { problem: string } => {
  const file = KeyFile.safeParse(parsed(text)).data
  if (!file)
    return {
      problem: 'This isn’t the key file of a service account. It begins with { and holds "type": "service_account".',
    }
  const key = keyOf(file.private_key)
  if (!key) return { problem: 'The private key in this file is damaged. Copy the whole file.' }
  return { email: file.client_email, keyId: file.private_key_id, key }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JSON Web Token that the account signs (RS256). */
export const signToken = ({ keyId, key }: ServiceAccount, claims: Record<string, unknown>): string => {
  const head = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) }
  const signed = `${encoded(head)}.${encoded(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
