import { beforeAll, afterAll, test, expect } from 'vitest'
import { describeAgent } from '#platform/http/user-agent.ts'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

test('a member sees all own sessions, the current one first and marked, and no token', async () => {
  const password = 'correct horse battery'
  const { id, email } = await anAccount(portal.db, { password })
  await openBrowser(portal.app, '10.9.0.7').logIn(email, password)
  const { sessions } = await (await portal.as(id)).profile.listSessions()
  expect(sessions.map(({ isCurrent, address }) => [isCurrent, address])).toEqual([
    [true, '127.0.0.1'],
    [false, '10.9.0.7'],
  ])
  expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual(
    ['address', 'app', 'browser', 'id', 'isCurrent', 'kiosk', 'lastUsedAt', 'startedAt', 'system'].toSorted(),
  )
})

test('a member ends one session, and its holder is logged out at once', async () => {
  const { id } = await aMember(portal.db)
  const [here, there, third] = [await portal.as(id), await portal.as(id), await portal.as(id)]
  const sessionId = (await there.profile.listSessions()).sessions.find(({ isCurrent }) => isCurrent)?.id ?? 0
  expect(await here.profile.endSession({ sessionId })).toEqual({ success: true })
  await expect(there.profile.get()).rejects.toMatchObject({ status: 401 })
  await third.profile.get()
  await expect(here.profile.endSession({ sessionId })).rejects.toMatchObject({ code: 'notFound' })
})

test('a member ends all other sessions and stays logged in', async () => {
  const { id } = await aMember(portal.db)
  const [here, there] = [await portal.as(id), await portal.as(id)]
  await portal.as(id)
  expect(await here.profile.endOtherSessions()).toEqual({ ended: 2 })
  await expect(there.profile.get()).rejects.toMatchObject({ status: 401 })
  expect(await here.profile.endOtherSessions()).toEqual({ ended: 0 })
  const events = portal.db.selectFrom('audit_events').select('event').where('subject_id', '=', id)
  expect(await events.execute()).toEqual([{ event: 'account.otherSessionsEnded' }])
})

test('a session of another member cannot be ended, nor can its existence be learned', async () => {
  const [mine, other] = [await aMember(portal.db), await aMember(portal.db)]
  const theirs = await portal.as(other.id)
  const sessionId = (await theirs.profile.listSessions()).sessions[0]?.id ?? 0
  await expect((await portal.as(mine.id)).profile.endSession({ sessionId })).rejects.toMatchObject({ status: 404 })
  await theirs.profile.get()
})

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0'

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/126.0.0.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`Mozilla/5.0 (Linux; Android 14) ${chrome} SamsungBrowser/25.0 Safari/537.36`, 'Samsung Internet', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${apple} Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Safari/605.1.15`, 'Safari', 'macOS'],
  ['curl/8.5.0', null, null],
  ['', null, null],
])('%s is called %s on %s', (userAgent, browser, system) => {
  expect(describeAgent(userAgent)).toEqual({ browser, system })
})
