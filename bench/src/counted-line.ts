import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CountedLine = {
  url: string
  /** The calls and the bytes of all answers that went over it since it was asked last. */
  takeCounts: () => { calls: string[]; bytes: number }
  /** So long each question takes to arrive from now on. */
  slowDown: (ms: number) => void
  /** Breaks every connection, as a change of network does. */
  cut: () => void
  close: () => Promise<void>
}

const addressOf = (address: AddressInfo | string | null): string => {
  if (address === null || typeof address === 'string') throw new Error('The line has no port.')
  return `http://127.0.0.1:${address.port}`
}

/** Stands between browsers and the portal, and sees also what a browser's workers ask for. */
export const openCountedLine = async (portalUrl: string): Promise<CountedLine> => {
  let calls: string[] = []
  let bytes = 0
  let delayMs = 0
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const options = { method: asked.method, headers: asked.headers }
    const sent = request(new URL(asked.url ?? '/', portalUrl), options, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers)
      received.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      received.pipe(answer)
    })
    sent.on('error', () => answer.destroy())
    answer.on('close', () => sent.destroy())
    asked.pipe(sent)
  }
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', portalUrl)
    if (pathname.startsWith('/api/')) calls.push(`${asked.method} ${pathname}`)
    setTimeout(pass, delayMs, asked, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: addressOf(server.address()),
    takeCounts: () => {
      const counts = { calls, bytes }
      calls = []
      bytes = 0
      return counts
    },
    slowDown: (ms) => {
      delayMs = ms
    },
    cut: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
