import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** What another program can do with a simulated device. */
export type ControlledDevice = {
  state: () => object
  swipe: (card: string) => Promise<object>
  /** Left out where there are no buttons. */
  select?: (slot: string) => Promise<object>
}

const SwipeBody = z.object({ card: z.string().min(1).max(50) })
const SelectBody = z.object({ slot: z.string().min(1).max(50) })

const read = async (request: IncomingMessage): Promise<unknown> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const reply = (response: ServerResponse, answer: { status: number; body: object }) => {
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer.body))
}

const handle = async (
  device: ControlledDevice,
  request: IncomingMessage,
): Promise<{ status: number; body: object }> => {
  if (request.method === 'GET' && request.url === '/state') {
    return { status: 200, body: device.state() }
  }
  if (request.method === 'POST' && request.url === '/swipe') {
    const body = SwipeBody.safeParse(await read(request))
    if (!body.success) return { status: 400, body: { error: 'Send {"card": "…"}.' } }
    return { status: 200, body: await device.swipe(body.data.card) }
  }
  if (request.method === 'POST' && request.url === '/select' && device.select) {
    const body = SelectBody.safeParse(await read(request))
    if (!body.success) return { status: 400, body: { error: 'Send {"slot": "…"}.' } }
    return { status: 200, body: await device.select(body.data.slot) }
  }
  return { status: 404, body: { error: 'There are POST /swipe and GET /state.' } }
}

/** Lets another program on this computer use a device: POST /swipe {"card"}, POST /select {"slot"}, GET /state. */
export const startControl = (
  device: ControlledDevice,
  port: number,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    handle(device, request).then(
      (answer) => reply(response, answer),
      () => response.destroy(),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const at = server.address()
      resolve({
        port: typeof at === 'object' && at ? at.port : port,
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    })
  })
}
