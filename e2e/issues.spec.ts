import { Buffer } from 'node:buffer'
import type { Locator, Page } from '@playwright/test'
import { type FakeBoard, startBoard } from '../server/src/issues/boards.testing.ts'
import { expect, expectAccessible, logIn, test } from './portal.ts'

const phone = { width: 390, height: 844 }

test.use({ viewport: phone, hasMachines: true })

/** A photo of one colour, as a browser makes it. */
const takePhoto = async (page: Page): Promise<Buffer> => {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const pen = canvas.getContext('2d')
    if (!pen) return ''
    pen.fillStyle = '#b04a2a'
    pen.fillRect(0, 0, 640, 480)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

const set = async (page: Page, values: Record<string, unknown>) => {
  const token = (await page.context().cookies()).find(({ name }) => name.endsWith('csrftoken'))?.value ?? ''
  for (const [key, value] of Object.entries(values)) {
    const answer = await page.request.put(`/api/admin/settings/${key}/`, {
      data: { value },
      headers: { 'x-csrftoken': token },
    })
    expect(answer.ok(), `${key}: ${await answer.text()}`).toBe(true)
  }
}

const report = async (bo: Page) => {
  await bo.goto('/dashboard')
  await bo.getByRole('link', { name: 'Report a problem' }).click()
  await expect(bo.getByText('No reports yet')).toBeVisible()
  await bo.getByRole('button', { name: 'Send report' }).click()
  await expect(bo.getByText('This field cannot be empty.')).toBeVisible()
  await bo.getByRole('textbox', { name: /What’s wrong/ }).fill('Guard is loose')
  await bo.getByRole('combobox', { name: /^Where/ }).fill('table')
  await bo.getByRole('option', { name: 'Table saw' }).click()
  await bo.getByRole('textbox', { name: /What happened/ }).fill('It rattles when the motor starts.')
  await bo.getByRole('switch', { name: /It’s unsafe/ }).check({ force: true })
  const chooser = bo.waitForEvent('filechooser')
  await bo.getByRole('button', { name: 'Take a photo' }).click()
  const buffer = await takePhoto(bo)
  await (await chooser).setFiles({ name: 'guard.jpg', mimeType: 'image/jpeg', buffer })
  await expect(bo.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expectAccessible(bo)
  await bo.getByRole('button', { name: 'Send report' }).click()
  await expect(bo.getByText('Thank you. Staff have your report.')).toBeVisible()
  const own = bo.getByRole('region', { name: 'Your reports' })
  await expect(own.getByText('Open', { exact: true })).toBeVisible()
  await expectAccessible(bo)
  return own
}

/** Staff see which channel has not taken the report, and send it there again. */
const sendAgain = async (ada: Page, trello: FakeBoard) => {
  await ada.goto('/manage/issues')
  await expect(ada.getByText('Not sent to Trello')).toBeVisible()
  await expectAccessible(ada)
  await ada.getByRole('link', { name: 'Guard is loose' }).click()
  const channels = ada.getByRole('region', { name: 'Sent to' })
  await expect(channels.getByText('Trello has a problem (503).')).toBeVisible()
  await expect(channels.getByRole('link', { name: 'Open in Vikunja' })).toBeVisible()
  await expect(ada.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expectAccessible(ada)
  trello.be({ kind: 'takes' })
  await channels.getByRole('button', { name: 'Send again to Trello' }).click()
  await expect(channels.getByRole('link', { name: 'Open in Trello' })).toBeVisible()
  expect(trello.state.entries).toMatchObject([{ title: 'Guard is loose', attachments: [{}] }])
}

/** Staff work on the report, and the member's screen follows. */
const workOn = async (ada: Page, own: Locator) => {
  const work = ada.getByRole('region', { name: 'Work on it' })
  await work.getByRole('combobox', { name: 'State' }).selectOption('In progress')
  await work.getByRole('button', { name: 'Save changes' }).click()
  await expect(own.getByText('Staff are working on it')).toBeVisible()
  await ada.getByRole('textbox', { name: 'Note' }).fill('A new guard is ordered.')
  await ada.getByRole('button', { name: 'Send to reporter' }).click()
  await expect(own.getByText('A new guard is ordered.')).toBeVisible()
  await work.getByRole('combobox', { name: 'State' }).selectOption('Done')
  await work.getByRole('button', { name: 'Save changes' }).click()
  await expect(own.getByText('Staff marked it as done')).toBeVisible()
  await ada.getByRole('button', { name: 'Unlock Table saw' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Unlock Table saw' }).click()
  await expect(ada.getByText('Table saw is still locked')).toBeHidden()
}

const settingsOf = (trello: FakeBoard, vikunja: FakeBoard) => ({
  TRELLO_API_URL: trello.url,
  TRELLO_API_KEY: trello.state.key,
  TRELLO_API_TOKEN: trello.state.token,
  TRELLO_ID_LIST: trello.state.place,
  REPORT_ISSUE_ENABLE_TRELLO: true,
  VIKUNJA_API_URL: vikunja.url,
  VIKUNJA_API_TOKEN: vikunja.state.token,
  VIKUNJA_DEFAULT_PROJECT_ID: vikunja.state.place,
  REPORT_ISSUE_ENABLE_VIKUNJA: true,
  ISSUE_LOCKS_UNSAFE_DEVICE: true,
})

test('a report with a photo reaches one channel while another is down, and the member sees what becomes of it', async ({
  browser,
  portal,
}) => {
  const [trello, vikunja] = await Promise.all([startBoard('trello'), startBoard('vikunja')])
  const contexts = await Promise.all(
    [phone, { width: 1280, height: 1000 }].map((viewport) => browser.newContext({ baseURL: portal.url, viewport })),
  )
  const [bo, ada] = await Promise.all(contexts.map((context) => context.newPage()))
  if (!bo || !ada) throw new Error('There is no page.')
  try {
    await logIn(ada, portal, 'ada')
    await set(ada, settingsOf(trello, vikunja))
    trello.be({ kind: 'answers', status: 503 })
    await logIn(bo, portal, 'bo')
    const own = await report(bo)
    await expect.poll(() => vikunja.state.entries).toMatchObject([{ title: 'Guard is loose', attachments: [{}] }])
    await expect(own.getByText('The machine was locked')).toBeVisible()
    await sendAgain(ada, trello)
    await workOn(ada, own)
    expect((await portal.mailbox.newest('bo@example.org', /About your report/)).text).toContain('new guard')
    await expectAccessible(bo)
  } finally {
    await Promise.all(contexts.map((context) => context.close()))
    await Promise.all([trello.close(), vikunja.close()])
  }
})
