import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { anAccount } from './factory.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const reasonOf = async (token: string | null) => {
  const headers = token === null ? {} : { cookie: `sessionid=${token}` }
  return (await portal.app.inject({ url: '/api/session/end/', headers })).json().reason
}

test('a browser whose session was ended elsewhere learns why, and a live or a missing session has no reason', async () => {
  const { id } = await aMember(portal.db)
  const here = await portal.as(id)
  const token = await portal.sessionOf(id)
  expect(await reasonOf(token)).toBeNull()
  expect(await reasonOf(null)).toBeNull()
  await here.profile.endOtherSessions()
  expect(await reasonOf(token)).toBe('endedElsewhere')
})

test('a changed password is the reason on every other device', async () => {
  const password = 'window-otter-52'
  const { id } = await anAccount(portal.db, { password })
  const elsewhere = await portal.sessionOf(id)
  const here = await portal.as(id)
  await here.profile.changePassword({ current: password, new: 'kettle-marble-7' })
  expect(await reasonOf(elsewhere)).toBe('passwordChanged')
})

test('an unknown or made-up token reads as expired', async () => {
  expect(await reasonOf('made-up')).toBe('expired')
})
