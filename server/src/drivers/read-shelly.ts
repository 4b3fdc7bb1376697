import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { driverFault } from './driver-fault.ts'
import type { RelayState } from './relay-driver.ts'

const Status = z.object({
  output: z.boolean(),
  apower: z.number().optional(),
  aenergy: z.object({ total: z.number() }).optional(),
})

/** The body of an answer; throws a fault for what is no answer. A switch it does not have is 404, or 500 with a code. */
export const readShelly = ({ status, body }: { status: number; body: unknown }): unknown => {
  if (status === 401) throw driverFault('wrongSecret')
  const failure = z.object({ code: z.number() }).safeParse(body)
  if (status === 404 && body !== null) throw driverFault('wrongOutput')
  if (failure.success && status !== 200) throw driverFault('wrongOutput')
  if (status !== 200) throw driverFault('notUnderstood')
  return body
}

/** What `Switch.GetStatus` says. Its meter counts watt-hours. */
export const shellyState = (body: unknown): RelayState => {
  const status = Status.safeParse(body)
  if (!status.success) throw driverFault('notUnderstood')
  const { output, apower, aenergy } = status.data
  return { isOn: output, energyKwh: aenergy ? aenergy.total / 1_000 : null, powerWatts: apower ?? null }
}

const Challenge = z.object({ realm: z.string(), nonce: z.string() })

const fieldsIn = (header: string) =>
  Object.fromEntries(Array.from(header.matchAll(/(\w+)="?([^",]+)"?/g), ([, name = '', value = '']) => [name, value]))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Asked = { header: string | null; method: string; path: string; password: string; clientNonce?: string }

/** The answer to a digest challenge, as these relays ask for it: SHA-256, for the name `admin`. */
export const answerChallenge = (asked: Asked): string => {
  const { header, method, path, password, clientNonce = randomBytes(8).toString('hex') } = asked
  const challenge = Challenge.safeParse(fieldsIn(header ?? ''))
  if (!challenge.success || !header?.startsWith('Digest')) throw driverFault('notUnderstood')
  const { realm, nonce } = challenge.data
  const count = '00000001'
  const proof = sha256(
    [sha256(`admin:${realm}:${password}`), nonce, count, clientNonce, 'auth', sha256(`${method}:${path}`)].join(':'),
  )
  return (
    `Digest username="admin", realm="${realm}", nonce="${nonce}", uri="${path}", algorithm=SHA-256, ` +
    `qop=auth, nc=${count}, cnonce="${clientNonce}", response="${proof}"`
  )
}
