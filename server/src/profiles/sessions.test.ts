import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../accounts/factory.ts'
import { openBrowser } from '../accounts/open-browser.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test('a member sees where he is logged in, this one first and marked, and no token', async () => {
  const password = 'correct horse battery'
  const { id, email } = await anAccount(portal.db, { password })
  await openBrowser(portal.app, '10.9.0.7').logIn(email, password)
  const { sessions } = await (await portal.as(id)).profiles.listSessions()
  expect(sessions.map(({ isCurrent, address }) => [isCurrent, address])).toEqual([
    [true, '127.0.0.1'],
    [false, '10.9.0.7'],
  ])
  expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual(
    ['address', 'browser', 'id', 'isCurrent', 'kiosk', 'lastUsedAt', 'startedAt', 'system'].toSorted(),
  )
})

test('a member ends one session, and its holder is logged out at once', async () => {
  const { id } = await aMember(portal.db)
  const [here, there, third] = [await portal.as(id), await portal.as(id), await portal.as(id)]
  const sessionId = (await there.profiles.listSessions()).sessions.find(({ isCurrent }) => isCurrent)?.id ?? 0
  expect(await here.profiles.endSession({ sessionId })).toEqual({ success: true })
  await expect(there.members.getProfile()).rejects.toMatchObject({ status: 401 })
  await third.members.getProfile()
  await expect(here.profiles.endSession({ sessionId })).rejects.toMatchObject({ code: 'notFound' })
})

test('a member ends all others, and stays logged in himself', async () => {
  const { id } = await aMember(portal.db)
  const [here, there] = [await portal.as(id), await portal.as(id)]
  await portal.as(id)
  expect(await here.profiles.endOtherSessions()).toEqual({ ended: 2 })
  await expect(there.members.getProfile()).rejects.toMatchObject({ status: 401 })
  expect(await here.profiles.endOtherSessions()).toEqual({ ended: 0 })
  const events = portal.db.selectFrom('audit_events').select('event').where('subject_id', '=', id)
  expect(await events.execute()).toEqual([{ event: 'account.otherSessionsEnded' }])
})

test('nobody ends a session of somebody else, nor learns that it exists', async () => {
  const [mine, other] = [await aMember(portal.db), await aMember(portal.db)]
  const theirs = await portal.as(other.id)
  const sessionId = (await theirs.profiles.listSessions()).sessions[0]?.id ?? 0
  await expect((await portal.as(mine.id)).profiles.endSession({ sessionId })).rejects.toMatchObject({ status: 404 })
  await theirs.members.getProfile()
})
