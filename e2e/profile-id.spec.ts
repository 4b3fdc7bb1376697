import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expect, expectAccessible, logIn, test } from './portal.ts'

const scanner = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
const code = (page: Page) => page.getByRole('img', { name: /^QR code/ })

/** What a scanner reads off the screen, held until it reads something. */
const scanned = async (page: Page) => {
  const { buffer } = new Uint8Array(await readFile(scanner))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
  await expect(code(page)).toBeVisible()
  const read = async () => {
    const [found] = await readBarcodes(new Uint8Array(await code(page).screenshot()), { formats: ['QRCode'] })
    return found?.text ?? ''
  }
  let text = ''
  await expect.poll(async () => (text = await read())).not.toBe('')
  return text
}

test('a member shows a digital ID, a stranger checks it, and without the network it stays with its age', async ({
  page,
  browser,
  portal,
}) => {
  await logIn(page, portal, 'bo')
  await page.getByRole('link', { name: /^Digital ID.*No\. / }).click()
  await expect(code(page)).toBeVisible()
  await expectAccessible(page)
  const link = page.getByRole('link', { name: 'See what people see when they scan it' })
  expect(await scanned(page)).toBe(await link.getAttribute('href'))

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(await scanned(page))
  await expect(stranger.getByText('Valid', { exact: true })).toBeVisible()
  await expect(stranger.getByText('Bo Lindqvist')).toBeVisible()
  await expect(stranger.getByText('Active member')).toBeVisible()
  await expect(stranger.getByText('example.org')).toHaveCount(0)
  await expectAccessible(stranger)
  await stranger.goto(`${portal.url}/verify/AQAAAAJppeWwaaXoCFl6e3x9fn-AgYKDhIWGh4g`)
  await expect(stranger.getByText('Not genuine')).toBeVisible()
  await stranger.context().close()

  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('link', { name: /^Digital ID.*No\. / })).toBeFocused()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: /^Digital ID.*No\. / }).press('Enter')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await page.clock.install()
  await page.clock.fastForward('01:10')
  await expect(page.getByText('Offline')).toBeVisible()
  await page.context().setOffline(false)
})

test('the digital ID of a suspended member is genuine, but not valid', async ({ page, browser, portal }) => {
  await logIn(page, portal, 'eve')
  await page.getByRole('link', { name: /^Digital ID.*No\. / }).click()
  await expect(code(page)).toBeVisible()
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible()
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(await scanned(page))
  await expect(stranger.getByText('Not valid')).toBeVisible()
  await expect(stranger.getByText('Eve Halvorsen')).toBeVisible()
  await expect(stranger.getByText('Suspended')).toBeVisible()
  await expectAccessible(stranger)
  await stranger.context().close()
})
