import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { drawFrame } from './draw-frame.ts'

/**
 * `hang`: takes calls and never answers. `down`: breaks every call off. `flood`: sends without end. `redirect`: sends
 * callers to a private address. `noPicture`: sends words.
 */
export type CameraFault = 'none' | 'hang' | 'down' | 'flood' | 'redirect' | 'noPicture'

const boundary = 'frame'

/** Sends a picture each second, as a stream that never ends, until the caller hangs up. */
const stream = (response: ServerResponse, now: () => Date) => {
  response.writeHead(200, { 'content-type': `multipart/x-mixed-replace; boundary=${boundary}` })
  const send = async () => {
    const frame = await drawFrame(now())
    response.write(`--${boundary}\r\ncontent-type: image/jpeg\r\ncontent-length: ${frame.length}\r\n\r\n`)
    response.write(frame)
    response.write('\r\n')
  }
  void send()
  const timer = setInterval(() => void send(), 1000)
  response.on('close', () => clearInterval(timer))
}

const flood = (response: ServerResponse) => {
  const chunk = Buffer.alloc(256_000, 0x20)
  response.writeHead(200, { 'content-type': 'image/jpeg' })
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

const isLoggedIn = ({ headers }: IncomingMessage, login: string | undefined) =>
  login === undefined || headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`

type CameraFacts = {
  port?: number | undefined
  /** `name:password`, where it asks for one. */
  login?: string | undefined
  now?: () => Date
}

/** A webcam on 127.0.0.1 that shows a room with a clock: one picture at /snapshot.jpg, a stream at /stream.mjpg. */
export const startCamera = async ({ port = 0, login, now = () => new Date() }: CameraFacts = {}) => {
  let fault: CameraFault = 'none'
  const requests: string[] = []
  const misbehaviours: Record<Exclude<CameraFault, 'none'>, (response: ServerResponse) => void> = {
    hang: () => undefined,
    down: (response) => void response.destroy(),
    flood,
    redirect: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/private.jpg' }).end(),
    noPicture: (response) => void response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>Log in</html>'),
  }
  const server = createServer((request, response) => {
    requests.push(request.url ?? '/')
    if (fault !== 'none') return misbehaviours[fault](response)
    if (!isLoggedIn(request, login)) return void response.writeHead(401).end()
    if (request.url === '/stream.mjpg') return stream(response, now)
    if (request.url !== '/snapshot.jpg') return void response.writeHead(404).end()
    void drawFrame(now()).then((frame) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(frame))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  return {
    url,
    snapshotUrl: `${url}/snapshot.jpg`,
    streamUrl: `${url}/stream.mjpg`,
    /** The address of every call. */
    requests,
    misbehave: (next: CameraFault) => {
      fault = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type SimulatedCamera = Awaited<ReturnType<typeof startCamera>>
