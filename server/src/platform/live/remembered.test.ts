import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { record } from '../db/change.ts'
import { channel } from './channel.ts'
import { remember } from './remembered.ts'

const colours = channel('colours', z.object({}), { isHeardAtOnce: true })
const readers = channel('readers', z.object({}))
const notice = colours.notice({})

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('what was loaded before a notice is given to those who waited for it and not remembered', async () => {
  const { live } = portal.services
  const first = Promise.withResolvers<string>()
  const loads = [first.promise, Promise.resolve('new')]
  const ask = remember(live, { load: async () => (await loads.shift()) ?? 'again', until: colours })
  const asked = ask()
  live.hearAtOnce([notice])
  first.resolve('old')
  expect(await asked).toBe('old')
  expect([await ask(), await ask()]).toEqual(['new', 'new'])
})

test('what is remembered is forgotten before its readers are told, in whichever order both are said', async () => {
  const other = await portal.another()
  let colour = 'red'
  const ask = remember(other.services.live, { load: async () => colour, until: colours })
  expect(await ask()).toBe('red')
  const { promise: read, resolve } = Promise.withResolvers<string>()
  other.services.live.on(readers, () => resolve(ask()))
  colour = 'blue'
  await record(portal.ctx, async () => ({ result: undefined, tell: [readers.notice({}), notice] }))
  expect(await read).toBe('blue')
  await other.close()
})
