import { createServer, type IncomingMessage } from 'node:http'

export type RelayRequest = { method: string; url: URL; headers: IncomingMessage['headers']; body: string }
export type RelayReply = { status?: number; headers?: Record<string, string>; body: unknown }

/** `hang`: takes calls and never answers. `garbage`: answers with what it is not. `down`: breaks every call off. */
export type RelayFault = 'none' | 'hang' | 'garbage' | 'down'

const read = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** The web server of a simulated relay, on 127.0.0.1. */
export const serveRelay = async (input: {
  port?: number | undefined
  answer: (request: RelayRequest) => RelayReply | Promise<RelayReply>
}) => {
  let fault: RelayFault = 'none'
  const requests: string[] = []
  const server = createServer((request, response) => {
    if (fault === 'hang') return
    if (fault === 'down') return void request.socket.destroy()
    if (fault === 'garbage') return void response.end('<html>Welcome to your router</html>')
    void read(request).then(async (body) => {
      const url = new URL(request.url ?? '/', 'http://relay')
      requests.push(`${request.method} ${url.pathname}${url.search}`)
      const reply = await input.answer({ method: request.method ?? 'GET', url, headers: request.headers, body })
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
      response.end(JSON.stringify(reply.body))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(input.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : input.port
  return {
    url: `http://127.0.0.1:${port}`,
    /** Every call that was answered, as its method and address. */
    requests,
    misbehave: (next: RelayFault) => {
      fault = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
