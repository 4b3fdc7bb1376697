import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** A message that was signed with the right secret, the first time it came. */
export type ReceivedEvent = { id: string; type: string; data: unknown }

type ReceiverFacts = {
  port?: number | undefined
  /** Of the webhook, as the portal shows it once: `whsec_…`. May be given later. */
  secret?: string | undefined
  onEvent?: (event: ReceivedEvent) => void
  /** A message that is not to be believed, and why. */
  onRefused?: (why: string) => void
}

const headersOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/** So many ids are remembered: a message may come twice. */
const mostIds = 10_000

/**
 * Another system on 127.0.0.1 that is told of what happens: it believes a message only if the reference library of
 * Standard Webhooks finds its signature right and its time recent, and each message once.
 */
export const startWebhookReceiver = async ({ port = 0, secret = '', onEvent, onRefused }: ReceiverFacts = {}) => {
  let believed = secret
  const known = new Set<string>()
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await text(request)
    const headers = headersOf(request.headers)
    try {
      const message = Object(new Webhook(believed).verify(body, headers))
      const id = headers['webhook-id'] ?? ''
      if (!known.has(id)) onEvent?.({ id, type: String(message['type']), data: message['data'] })
      known.add(id)
      if (known.size > mostIds) known.delete([...known][0] ?? '')
      reply.writeHead(200).end('thanks')
    } catch (error) {
      onRefused?.(error instanceof Error ? error.message : String(error))
      reply.writeHead(401).end('not believed')
    }
  }
  const server = createServer((request, reply) => void take(request, reply).catch(() => reply.destroy()))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/hook`,
    believe: (next: string) => {
      believed = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type WebhookReceiverProgram = Awaited<ReturnType<typeof startWebhookReceiver>>
