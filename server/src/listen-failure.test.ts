import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { explainListening } from './listen-failure.ts'

const listen = async (wanted: { port: number; host: string }) => {
  const server = createServer()
  onTestFinished(() => void server.close())
  server.listen(wanted)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const failureOf = (wanted: { port: number; host: string }) =>
  listen(wanted).then(
    () => undefined,
    (error: unknown) => explainListening(wanted, error),
  )

test('a port that is in use is named, and what to do about it is said', async () => {
  const port = await listen({ port: 0, host: '127.0.0.1' })
  expect(String(await failureOf({ port, host: '127.0.0.1' }))).toMatch(
    new RegExp(`Port ${port} is in use by another program.*PORT=${port + 1} npm start`),
  )
})

test.each(['192.0.2.77', 'nonsense.invalid'])(
  'HOST=%s, which is no address of this machine, is named',
  async (host) => {
    expect(String(await failureOf({ port: 0, host }))).toContain(
      `HOST=${host} is not an address of this machine. Leave HOST out`,
    )
  },
)

test('another failure stays what it was', () => {
  const error = new Error('something else')
  expect(explainListening({ port: 1, host: 'x' }, error)).toBe(error)
})
