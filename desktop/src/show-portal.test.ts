import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FakeWindow } from './fake-electron.ts'
import { testKiosk } from './test-kiosk.ts'
import { TestPortal } from './test-portal.ts'

let portal: TestPortal
let kiosk: ReturnType<typeof testKiosk>

beforeEach(async () => {
  portal = await TestPortal.start()
})
afterEach(async () => {
  kiosk.electron.app.quit()
  for (const window of kiosk.windows) window.destroy()
  await portal.stop()
})

async function open(): Promise<FakeWindow> {
  kiosk = testKiosk({ args: ['--portal', portal.url.href] })
  await kiosk.start()
  const [window] = kiosk.windows
  if (!window) throw new Error('No window was opened.')
  return window
}
const shown = async () => {
  await expect.poll(() => portal.asked).toContain('/')
}

test('a portal that does not answer is said to be away, and shown once it is back', async () => {
  await portal.stop()
  const window = await open()
  await expect.poll(() => window.ownPage).toContain('The portal cannot be reached')
  expect(window.ownPage).toContain('It does not answer.')
  expect(window.ownPage).toContain(portal.url.origin)
  await portal.start()
  await expect.poll(() => window.url).toBe(portal.url.href)
})

test('a portal that fails behind its proxy counts as away', async () => {
  portal.status = 502
  const window = await open()
  await expect.poll(() => window.ownPage).toContain('something is wrong with it')
  portal.status = 200
  await expect.poll(() => window.url).toBe(portal.url.href)
})

test('something else at the address of the portal is not taken for it', async () => {
  await portal.stop()
  const window = await open()
  await expect.poll(() => window.ownPage).toContain('It does not answer.')
  portal.config = { hotel: 'Please log in' }
  await portal.start()
  await expect.poll(() => window.ownPage).toContain('Something else answers')
  portal.config = { general: { siteName: 'Makers' } }
  await expect.poll(() => window.url).toBe(portal.url.href)
})

test('a portal that moved is said to have, instead of a window that stays empty', async () => {
  const elsewhere = await TestPortal.start()
  portal.movedTo = elsewhere.url.origin
  const window = await open()
  await expect.poll(() => window.ownPage).toContain('It sends visitors to another address')
  await expect.poll(() => portal.asked).toContain('/api/config/')
  expect(window.visited.filter((url) => url.startsWith(elsewhere.url.origin))).toEqual([])
  portal.movedTo = undefined
  await expect.poll(() => window.url).toBe(portal.url.href)
  await elsewhere.stop()
})

test('a page that would lead away later stays', async () => {
  const window = await open()
  await shown()
  expect(window.go('https://example.org/', 'will-redirect')).toBe(false)
  expect(window.visited).toEqual([portal.url.href])
})

test('an untrusted certificate is named and never passed over', async () => {
  const window = await open()
  await shown()
  await portal.stop()
  window.webContents.emit('did-fail-load', {}, -202, 'ERR_CERT_AUTHORITY_INVALID', portal.url.href, true)
  expect(window.ownPage).toContain('Its certificate is not one this computer trusts.')
})

test('a picture that is missing or a load that another replaced leaves the page alone', async () => {
  const window = await open()
  await shown()
  window.webContents.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', 'http://127.0.0.1:1/', false)
  window.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', portal.url.href, true)
  expect(window.visited).toEqual([portal.url.href])
})

test('a page that crashes is loaded anew, each time a little later', async () => {
  const window = await open()
  await shown()
  const waits: number[] = []
  const timer = vi.spyOn(globalThis, 'setTimeout')
  for (const crashes of [1, 2, 3, 4]) {
    timer.mockClear()
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    waits.push(Number(timer.mock.calls[0]?.[1]))
    await expect.poll(() => window.visited).toHaveLength(crashes + 1)
  }
  timer.mockRestore()
  expect(waits).toEqual([10, 20, 40, 40])
})

test('a page that hangs is ended and loaded anew; one that catches itself is not', async () => {
  const window = await open()
  await shown()
  window.webContents.emit('unresponsive')
  window.webContents.emit('responsive')
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(window.visited).toHaveLength(1)
  window.webContents.emit('unresponsive')
  await expect.poll(() => window.visited).toHaveLength(2)
})
