import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { viewDoor } from './desk-view.ts'
import { serveDesk } from './serve-desk.ts'

const aDoor = {
  isConnected: true,
  isAuthorised: true,
  isLockedOut: false,
  isUnlocked: false,
  tags: ['1002'],
  events: [],
}
const state = { isUnlocked: false }
let app: ReturnType<typeof Fastify>
let url: string

beforeEach(async () => {
  state.isUnlocked = false
  app = Fastify({ forceCloseConnections: true })
  serveDesk(app, {
    cards: async () => [{ number: '1002', name: 'Bo', is: 'member', balanceCents: 1250 }],
    devices: [
      {
        name: 'Front door',
        view: async () => viewDoor({ ...aDoor, ...state }),
        swipe: async (card) => {
          state.isUnlocked = true
          return `Card ${card}: granted`
        },
      },
      {
        name: 'Broken',
        view: () => Promise.reject(new Error('gone')),
        choose: () => Promise.reject(new Error('gone')),
      },
    ],
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

const post = (path: string, body: object) =>
  fetch(`${url}/demo/hardware/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('the page, its script and its style sheet are there, the script without types', async () => {
  const script = await (await fetch(`${url}/demo/hardware.js`)).text()
  expect(script).toContain('new EventSource')
  expect(script).not.toContain('import type')
  expect((await fetch(`${url}/demo/hardware`)).headers.get('content-type')).toContain('text/html')
  expect((await fetch(`${url}/demo/hardware.css`)).headers.get('content-type')).toContain('text/css')
})

test('a card held to a reader is answered, and the page hears what it did', async () => {
  const events = await fetch(`${url}/demo/hardware/events`)
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = (await reader?.read())?.value ?? ''
  expect(first).toContain('"relay":"Locked"')
  expect(first).toContain('"balanceCents":1250')
  expect(await (await post('0', { card: '1002' })).json()).toEqual({ answer: 'Card 1002: granted' })
  expect((await reader?.read())?.value).toContain('"relay":"Open"')
  await reader?.cancel()
})

test('a device that does not answer says so and spoils nothing', async () => {
  const answer = await post('1', { choice: 'a1' })
  expect([answer.status, await answer.json()]).toEqual([502, { answer: 'It does not answer.' }])
})

test.each([
  ['a device that is not there', '7', { card: '1002' }],
  ['a choice where there is none', '0', { choice: 'a1' }],
  ['nothing at all', '0', {}],
])('%s is refused', async (_what, path, body) => {
  expect((await post(path, body)).status).toBe(400)
})
