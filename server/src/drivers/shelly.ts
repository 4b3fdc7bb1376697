import { createHash, randomBytes } from 'node:crypto'
import type { ShellySettings } from '@spacekeeper/contract/drivers/shapes.ts'
import { z } from 'zod'
import { below, callRelay } from './relay-calls.ts'
import { driverFault, type RelayReading, type OpenDriver } from './relay-driver.ts'

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
export const shellyState = (body: unknown): RelayReading => {
  const status = Status.safeParse(body)
  if (!status.success) throw driverFault('notUnderstood')
  const { output, apower, aenergy } = status.data
  const energyKwh = aenergy ? aenergy.total / 1_000 : null
  return { isOn: output, hasMeter: aenergy !== undefined, energyKwh, powerWatts: apower ?? null }
}

const Challenge = z.object({ realm: z.string(), nonce: z.string() })

const fieldsIn = (header: string) =>
  Object.fromEntries(Array.from(header.matchAll(/(\w+)="?([^",]+)"?/g), ([, name = '', value = '']) => [name, value]))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type ChallengeInput = { header: string | null; method: string; path: string; password: string; clientNonce?: string }

/** The answer to a digest challenge, as these relays ask for it: SHA-256, for the name `admin`. */
export const answerChallenge = (asked: ChallengeInput): string => {
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

const ShellySwitch = z.object({ was_on: z.boolean() })

/** Relays of Shelly from the second generation on, over the calls of their web server. */
export const driveShelly: OpenDriver<ShellySettings> = ({ settings, secret }) => {
  const { address, output } = settings
  const ask = async (method: string, query: Record<string, string> = {}) => {
    const url = below(address, `/rpc/${method}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const first = await callRelay(url)
    if (first.status !== 401 || secret === '') return readShelly(first)
    const path = `${url.pathname}${url.search}`
    const header = first.headers['www-authenticate'] ?? null
    const authorization = answerChallenge({ header, method: 'GET', path, password: secret })
    return readShelly(await callRelay(url, { headers: { authorization } }))
  }
  // It counts its switches from 0, people from 1.
  const id = String(output - 1)
  const read = async () => shellyState(await ask('Switch.GetStatus', { id }))
  const turn = async (isOn: boolean, more: Record<string, string> = {}) => {
    const answer = await ask('Switch.Set', { id, on: String(isOn), ...more })
    if (!ShellySwitch.safeParse(answer).success) throw driverFault('notUnderstood')
    if ((await read()).isOn !== isOn) throw driverFault('unavailable')
  }
  return {
    timesBumps: true,
    readState: read,
    command: async (command) => {
      switch (command.name) {
        case 'lock':
          return turn(false)
        case 'unlock':
          return turn(true)
        case 'bump':
          return turn(true, { toggle_after: String(command.seconds) })
        case 'reboot':
          await ask('Shelly.Reboot')
          return undefined
      }
    },
    close: () => undefined,
  }
}
