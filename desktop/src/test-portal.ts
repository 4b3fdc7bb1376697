import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A portal as far as the app knows it: a page, and what it tells everybody. It can be stopped and come back. */
export class TestPortal {
  status = 200
  /** Where it sends everybody. */
  movedTo: string | undefined
  config: unknown = { general: { siteName: 'Makers' } }
  readonly asked: string[] = []
  #port = 0
  #server: Server | undefined

  static async start(): Promise<TestPortal> {
    const portal = new TestPortal()
    await portal.start()
    return portal
  }

  get url() {
    return new URL(`http://127.0.0.1:${this.#port}`)
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      this.asked.push(request.url ?? '')
      if (this.movedTo !== undefined) {
        response.writeHead(302, { location: `${this.movedTo}${request.url}`, connection: 'close' }).end()
        return
      }
      const isConfig = request.url === '/api/config/'
      response.writeHead(this.status, {
        'content-type': isConfig ? 'application/json' : 'text/html',
        connection: 'close',
      })
      response.end(isConfig ? JSON.stringify(this.config) : '<!doctype html><title>Makers</title>')
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    // A server that listens on TCP has an address of this kind.
    this.#port = (server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    const server = this.#server
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
}
