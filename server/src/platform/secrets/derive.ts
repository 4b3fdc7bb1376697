import { createHmac, hkdfSync } from 'node:crypto'

/** A key of its own for every purpose, so that none reveals another or the root. */
export const derive = (secretKey: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `spacekeeper ${purpose}`, 32))

/** A name that stands for a text and does not reveal it without the key. */
export const pseudonym = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')
