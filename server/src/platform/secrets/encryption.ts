import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derive } from './derive.ts'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

const keyOf = (secretKey: Buffer) => derive(secretKey, 'encryption at rest')

/** Sealed with AES-256-GCM: `v1.` and base64url of nonce, tag and ciphertext. */
export const encrypt = (secretKey: Buffer, text: string): string => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), iv, { authTagLength: tagBytes })
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** The text again. Throws when it was sealed with another key or has been tampered with. */
export const decrypt = (secretKey: Buffer, sealed: string): string => {
  const [prefix, body = ''] = sealed.split('.')
  const bytes = Buffer.from(body, 'base64url')
  if (prefix !== version || bytes.length < ivBytes + tagBytes) throw new Error('This is not an encrypted text of ours.')
  const iv = bytes.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), iv, { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}
