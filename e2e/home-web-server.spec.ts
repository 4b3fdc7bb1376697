import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { freePort } from '../server/src/platform/http/free-port.ts'
import { aPdf } from '../server/src/platform/pdf/small-pdf.testing.ts'
import { expect, giveSession, logInByForm, password, startPortalProcess, test as base } from './portal.ts'
import { startCaddy, startNginx, type WebServer } from './web-server.ts'

const local: Partial<WebServer> & { portal?: Awaited<ReturnType<typeof startPortalProcess>> } = {}
// oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs off its first parameter
const test = base.extend({ baseURL: async ({}, use) => use(local.url) })
test.use({ ignoreHTTPSErrors: true })

/** A controller without a key that comes to the web server from this address. */
const knock = async (url: string, localAddress: string): Promise<void> => {
  // The certificate is one that was made for this test.
  const socket = new WebSocket(`${url.replace('https', 'wss')}/ws/access/door/c0ffee`, {
    localAddress,
    rejectUnauthorized: false,
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ command: 'authenticate', secret_key: 'none' }))
  await once(socket, 'close')
}

/** Sends files of so many bytes to the agenda of a meeting. */
const openUploads = async (page: Page) => {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const headers = { 'x-csrftoken': csrf, referer: `${local.url}/` }
  const created = await page.request.post('/api/meetings/', {
    headers,
    data: { type: { value: 'general' }, date: '2099-03-01 19:00', chair: 'Ada Hall' },
  })
  const { id } = await created.json()
  return (bytes: number) =>
    page.request.post(`/api/meetings/${id}/files/?name=Plan.pdf`, {
      headers: { ...headers, 'content-type': 'application/pdf' },
      data: Buffer.from(aPdf({ more: `/Notes (${'a'.repeat(bytes)})` })),
    })
}

for (const [program, start] of [
  ['Caddy', startCaddy],
  ['nginx', startNginx],
] as const)
  test.describe(program, () => {
    test.beforeAll(async () => {
      const [own, port] = [await freePort(), await freePort()]
      const server = await start({ own, portal: port })
      test.skip(server === undefined, `${program} is not on this machine and can’t be installed.`)
      if (!server) return
      const env = { PORT: String(port), SITE_URL: server.url, TRUST_PROXY: 'loopback', E2E_PASSWORD: password }
      Object.assign(local, server, { portal: await startPortalProcess(env) })
    })

    test.afterAll(async () => {
      await local.portal?.stop()
      await local.stop?.()
    })

    test(`behind ${program} a login has cookies for https alone, and an open page hears of changes at once`, async ({
      page,
    }) => {
      await logInByForm(page, { password }, 'bo')
      const cookies = await page.context().cookies()
      expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['__Host-sessionid', 'csrftoken']))
      expect(cookies.filter(({ secure }) => !secure)).toEqual([])
      await expect.poll(() => local.portal?.countStreams()).toBeGreaterThan(0)
      await local.portal?.update()
      await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
    })

    test(`behind ${program} sockets of devices are let through, with the address they come from`, async ({ page }) => {
      await knock(local.url ?? '', '127.0.0.5')
      await giveSession(page, { password }, 'ada')
      const pending = await page.request.get('/api/admin/devices/pending/')
      expect(await pending.json()).toMatchObject({
        siteUrl: local.url,
        pending: [{ serial: 'c0ffee', ipAddress: '127.0.0.5' }],
      })
    })

    test(`behind ${program} the largest upload arrives, and a larger one is refused by the portal itself`, async ({
      page,
    }) => {
      await giveSession(page, { password }, 'ada')
      const send = await openUploads(page)
      expect((await send(9_990_000)).ok()).toBe(true)
      const refused = await send(10_100_000)
      expect(refused.status()).toBe(413)
      expect(await refused.json()).toMatchObject({ code: 'tooLarge' })
    })
  })
