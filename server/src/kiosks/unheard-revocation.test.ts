import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aKiosk } from './factory.ts'

/** A screen that was revoked without a notice: callers are believed for a minute, and lines of events are checked on a timer. */
const password = 'correct horse battery'
let portal: TestPortal
let url = ''
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  portal = await startTestPortal()
  url = await portal.listen()
})
afterAll(async () => {
  await portal.close()
  vi.useRealTimers()
})

/** Longer than a caller is believed, and than lines are left without a check. */
const passTime = () => vi.advanceTimersByTime(61_000)

const revokeUnheard = async (kioskId: number) => {
  await portal.db.updateTable('kiosks').set({ authorised_at: null }).where('id', '=', kioskId).execute()
  await portal.db.deleteFrom('sessions').where('kiosk_id', '=', kioskId).execute()
}

test('a member who is logged in at a kiosk that was revoked is logged out, whatever notice was lost', async () => {
  await anAccount(portal.db, { password, cards: ['4711'] })
  const kiosk = await aKiosk(portal.db)
  const screen = openBrowser(portal.app)
  screen.cookies.set('kiosk', kiosk.claim)
  await screen.post('/api/login/kiosk/', { cardId: '4711', kioskId: kiosk.screenId, password })
  expect(await screen.isLoggedIn()).toBe(true)
  await revokeUnheard(kiosk.id)
  passTime()
  expect(await screen.isLoggedIn()).toBe(false)
})

test('a wall display that was revoked loses its line of events, whatever notice was lost', async () => {
  const display = await aKiosk(portal.db, { kind: 'display' })
  const answer = await fetch(`${url}/api/display/events/`, { headers: { cookie: `kiosk=${display.claim}` } })
  let text = ''
  const ended = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
  })()
  await expect.poll(() => text).toContain('event: beat')
  await revokeUnheard(display.id)
  passTime()
  await ended
})

test('a screen that asks how it is set is told what staff made of it last, whatever notice was lost', async () => {
  const kiosk = await aKiosk(portal.db)
  const screen = openBrowser(portal.app)
  screen.cookies.set('kiosk', kiosk.claim)
  const ask = async () => (await screen.put('/api/kiosks/', { kioskId: kiosk.screenId, name: 'Foyer' })).json()
  expect(await ask()).toMatchObject({ state: 'authorised' })
  await revokeUnheard(kiosk.id)
  expect(await ask()).toMatchObject({ state: 'pending' })
})
