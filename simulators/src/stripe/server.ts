import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { StripeApi, type AcceptedKeys, type StripeRequestLog } from './api.ts'
import { controlsOf } from './control.ts'
import { deliveries, type WebhookDelivery } from './events.ts'
import type { StripeFaults } from './faults.ts'
import { randomLetters } from './ids.ts'
import { pageHandler } from './pages.ts'
import type { StripeWorld } from './part.ts'
import { parts } from './parts.ts'
import { StripeRefusal } from './refusals.ts'
import { matcherOf } from './router.ts'
import { StripeUniverse, type StripeState } from './world.ts'

export type StripeOptions = {
  /** 0: any free one. */
  port?: number
  /** The clock begins here and stands still until it is moved. Without, it runs along with the real one. */
  now?: Date
  /** When webhooks are signed, for receivers on another clock; the stand-in's own unless it is said. */
  signedAt?: () => Date
  /** Where everything is kept over a restart. */
  file?: string
  secretKey?: string
  publishableKey?: string
  restrictedKeys?: Record<string, string[]>
  account?: Partial<StripeWorld['account']>
}

/** A Stripe of one's own: the official library speaks to it with `host`, `port` and `protocol` of its `url`. */
export type FakeStripe = {
  url: string
  secretKey: string
  publishableKey: string
  now: () => Date
  /** Everything due until then happens, in order. */
  advance: (to: Date) => Promise<void>
  /** Ends when what is due has happened and all webhooks are answered. */
  idle: () => Promise<void>
  faults: StripeFaults
  deliveries: () => WebhookDelivery[]
  requests: () => StripeRequestLog[]
  /** What tests and the demonstration do behind the API's back, by name: settling a debit, opening a dispute. */
  control: (name: string, body?: Record<string, unknown>) => Promise<unknown>
  /** For the library: `new Stripe(secretKey, client)`. */
  client: { host: string; port: number; protocol: 'http'; telemetry: false }
  close: () => Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

const headersOf = (request: IncomingMessage) =>
  new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))

const readState = (file: string | undefined): StripeState | undefined =>
  // Written by this very program.
  file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StripeState) : undefined

/** Writes what is there soon after it changed, whole or not at all. */
const keeperOf = (file: string | undefined, universe: StripeUniverse) => {
  let timer: NodeJS.Timeout | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    if (file === undefined) return
    writeFileSync(`${file}.new`, JSON.stringify(universe.state()))
    renameSync(`${file}.new`, file)
  }
  if (file !== undefined) universe.world.store.onWrite(() => (timer ??= setTimeout(save, 50)))
  return { save }
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const at = server.address()
      resolve(typeof at === 'object' && at ? at.port : port)
    })
  })

const send = (response: ServerResponse, answer: { status: number; body: string; headers: Record<string, string> }) => {
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  send(response, { status, body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } })

const keysOf = (options: StripeOptions): AcceptedKeys => ({
  secretKey: options.secretKey ?? 'sk_test_51StandInSecretKey0000000000',
  publishableKey: options.publishableKey ?? 'pk_test_51StandInPublishableKey00000',
  restricted: options.restrictedKeys ?? {},
})

/** Starts it on 127.0.0.1. */
export async function startStripe(options: StripeOptions = {}): Promise<FakeStripe> {
  const server = createServer()
  const port = await listen(server, options.port ?? 0)
  const url = `http://127.0.0.1:${port}`
  const account = { id: `acct_1${randomLetters(15)}`, country: 'AU', currency: 'aud', name: 'Example Space' }
  const universe = new StripeUniverse({
    parts,
    url,
    state: readState(options.file),
    begin: options.now,
    signedAt: options.signedAt,
    account: { ...account, ...options.account },
  })
  const { world, faults } = universe
  const keys = keysOf(options)
  const routes = {
    operation: matcherOf(parts.flatMap(({ operations = [] }) => operations)),
    page: matcherOf(parts.flatMap(({ pages = [] }) => pages)),
  }
  const api = new StripeApi({ keys, world, routes })
  const ofParts = Object.assign({}, ...parts.map(({ controls }) => controls ?? {}))
  const controls = controlsOf({ universe, api, ofParts })
  const keeper = keeperOf(options.file, universe)
  const control = async (name: string, body: Record<string, unknown> = {}): Promise<unknown> => {
    const handle = controls[name]
    if (!handle) throw new Error(`There is no control ${name}. There are: ${Object.keys(controls).join(', ')}.`)
    return await handle(body)
  }
  server.on('request', requestHandler({ api, faults, control, showPage: pageHandler(world, routes.page) }))
  const client = { host: '127.0.0.1', port, protocol: 'http', telemetry: false } as const
  return {
    url,
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    faults,
    client,
    control,
    now: () => new Date(world.clock.ms()),
    advance: (to) => universe.advance(to),
    idle: () => universe.idle(),
    deliveries: () => world.store.all(deliveries).toReversed(),
    requests: () => api.log,
    close: async () => {
      await universe.close()
      keeper.save()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Handling = {
  api: StripeApi
  faults: StripeFaults
  control: FakeStripe['control']
  showPage: ReturnType<typeof pageHandler>
}

/** The API under /v1, controls under /_control, and pages for people elsewhere. */
const requestHandler =
  ({ api, faults, control, showPage }: Handling) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const handle = async () => {
      const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in')
      const method = request.method ?? 'GET'
      const body = await readBody(request)
      if (pathname.startsWith('/_control/')) {
        // Only other programs of this computer reach it, and what they send is checked by the control.
        const given = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
        json(response, 200, await control(pathname.slice('/_control/'.length), given))
        return
      }
      if (!pathname.startsWith('/v1/')) {
        send(response, showPage({ method, path: pathname, query: search, body }))
        return
      }
      const fault = faults.forRequest(method, pathname)
      if (fault?.what === 'refuseConnection') {
        request.socket.destroy()
        return
      }
      const asked = { method, path: pathname, query: search.slice(1), body, headers: headersOf(request) }
      const answer = await api.answer(asked, { fault, wait: (ms) => pause(ms) })
      if (answer === null) request.socket.destroy()
      else send(response, answer)
    }
    handle().catch((error: unknown) => {
      const status = error instanceof StripeRefusal ? error.status : 400
      if (!response.headersSent)
        json(response, status, { error: error instanceof Error ? error.message : String(error) })
    })
  }
