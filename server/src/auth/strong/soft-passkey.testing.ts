import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyQuestion,
} from '@spacekeeper/contract/auth/strong-shapes.ts'

// An authenticator in a few lines, so that tests can make it lie about origin, user, signature and counter.

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])

const bytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])

const word = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)])

const int = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value))

const map = (...pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

const coseKey = (publicKey: KeyObject) => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return map(
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  )
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

type Lies = {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
  challenge?: string
}

const clientDataOf = (type: string, facts: { challenge: string; origin: string }, lies: Lies) =>
  Buffer.from(
    JSON.stringify({
      type,
      challenge: lies.challenge ?? facts.challenge,
      origin: lies.origin ?? facts.origin,
      crossOrigin: false,
    }),
  )

const unattested = (authData: Buffer) =>
  map([word('fmt'), word('none')], [word('attStmt'), map()], [word('authData'), bytes(authData)])

/** A key that makes passkeys and answers with them. */
export const softPasskey = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let handle = ''
  const clientData = (type: string, challenge: string, lies: Lies) => clientDataOf(type, { challenge, origin }, lies)
  const authenticatorData = (rpId: string, { lies, attested }: { lies: Lies; attested?: Buffer }) => {
    const flags = userPresent | (lies.isVerified === false ? 0 : userVerified) | (attested ? hasCredential : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? counter)
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  const name = id.toString('base64url')
  const common = { id: name, rawId: name, type: 'public-key' as const, clientExtensionResults: {} }
  return {
    create: (options: PasskeyCreation, lies: Lies = {}): NewPasskey => {
      handle = options.user.id
      const length = Buffer.from([id.length >> 8, id.length & 255])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = authenticatorData(options.rp.id, { lies, attested })
      return {
        ...common,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, lies).toString('base64url'),
          attestationObject: unattested(authData).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer: (options: PasskeyQuestion, lies: Lies = {}): PasskeyAnswer => {
      counter = lies.counter ?? counter + 1
      const data = clientData('webauthn.get', options.challenge, lies)
      const authData = authenticatorData(options.rpId, { lies })
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey)
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.userHandle ?? handle,
        },
      }
    },
  }
}
