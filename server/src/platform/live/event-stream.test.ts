import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { openScreens } from '../metrics/process-registry.ts'
import { screens } from './screens.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** Asks for the events of a member and reads nothing after the first bytes. */
const openUnread = async (memberId: number) => {
  const { hostname, port } = new URL(await portal.listen())
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  const cookie = `sessionid=${await portal.sessionOf(memberId)}`
  socket.write(`GET /api/events/ HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`)
  await once(socket, 'readable')
}

const countStreams = async () => (await openScreens.get()).values[0]?.value

const many = Array.from({ length: 1000 }, () => ({
  ...screens.notice({ topic: 'openings', audience: 'everybody' }),
  isHeardAtOnce: true,
}))

/** More than what the networks of both ends keep for a reader. */
const mostRounds = 1000

test('a reader of events that reads nothing is cut off instead of filling the memory', async () => {
  const { id } = await aMember(portal.db)
  await openUnread(id)
  expect(await countStreams()).toBe(1)
  for (let round = 0; round < mostRounds && (await countStreams()) !== 0; round += 1) {
    portal.services.live.hearAtOnce(many)
    await turn()
  }
  expect(await countStreams()).toBe(0)
})
