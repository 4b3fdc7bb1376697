import { createHash, randomBytes } from 'node:crypto'
import { createRelay, type Relay, type RelayOptions } from './relay.ts'
import { serveRelay, type RelayReply, type RelayRequest } from './serve-relay.ts'

export type ShellyOptions = RelayOptions & { port?: number | undefined; password?: string | undefined }

const realm = 'shellyplus1pm-aabbccddeeff'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const fieldsIn = (header: string) =>
  Object.fromEntries(Array.from(header.matchAll(/(\w+)="?([^",]+)"?/g), ([, name = '', value = '']) => [name, value]))

/** Asks for a password by digest and knows who gave it. */
const createGuard = (password: string) => {
  const nonces = new Set<string>()
  const challenge = (): RelayReply => {
    const nonce = randomBytes(8).toString('hex')
    nonces.add(nonce)
    const header = `Digest qop="auth", realm="${realm}", nonce="${nonce}", algorithm=SHA-256`
    return { status: 401, headers: { 'www-authenticate': header }, body: null }
  }
  const isKnown = ({ method, url, headers }: RelayRequest) => {
    const { nonce = '', nc, cnonce, response, uri, username } = fieldsIn(headers.authorization ?? '')
    if (!nonces.has(nonce) || uri !== `${url.pathname}${url.search}`) return false
    const proof = [sha256(`${username}:${realm}:${password}`), nonce, nc, cnonce, 'auth', sha256(`${method}:${uri}`)]
    return username === 'admin' && response === sha256(proof.join(':'))
  }
  return { challenge, isKnown }
}

const answerCalls = (relay: Relay) => {
  const status = () => ({
    id: 0,
    source: 'HTTP_in',
    output: relay.isOn(),
    apower: relay.powerWatts(),
    aenergy: { total: relay.energyKwh() * 1_000 },
  })
  const set = (query: URLSearchParams) => {
    const wasOn = relay.isOn()
    const seconds = Number(query.get('toggle_after') ?? 0)
    relay.turn(query.get('on') === 'true', { by: 'the network', ...(seconds > 0 && { forMs: seconds * 1_000 }) })
    return { was_on: wasOn }
  }
  const restart = () => {
    relay.turn(false, { by: 'a restart' })
    return null
  }
  const calls: Record<string, (query: URLSearchParams) => unknown> = {
    '/rpc/Switch.GetStatus': status,
    '/rpc/Switch.Set': set,
    '/rpc/Shelly.Reboot': restart,
  }
  return ({ url }: RelayRequest): RelayReply => {
    const call = calls[url.pathname]
    if (!call) return { status: 404, body: { code: 404, message: `No handler for ${url.pathname}` } }
    if (url.pathname.includes('Switch') && url.searchParams.get('id') !== '0') {
      return { status: 500, body: { code: -105, message: "Argument 'id', value not found!" } }
    }
    return { body: call(url.searchParams) }
  }
}

/** A Shelly of the second generation with one switch, as its web server answers `/rpc/…`. */
export const startShelly = async (options: ShellyOptions = {}) => {
  const { port, password } = options
  const relay = createRelay(options)
  const call = answerCalls(relay)
  const guard = password === undefined ? null : createGuard(password)
  const answer = (request: RelayRequest) => (guard && !guard.isKnown(request) ? guard.challenge() : call(request))
  const { close, ...server } = await serveRelay({ port, answer })
  return {
    ...server,
    relay,
    close: async () => {
      relay.stop()
      await close()
    },
  }
}
