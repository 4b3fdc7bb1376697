import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { aPdf } from '../server/src/platform/pdf/small-pdf.testing.ts'
import { expect, expectAccessible, type JourneyPortal, logIn, test } from './portal.ts'

test.use({ viewport: { width: 1280, height: 1000 } })

const phone = { width: 390, height: 844 }

/** Far enough for every season; the space sees it in its own time. */
const inWeeks = (weeks: number) => {
  const day = new Date(Date.now() + weeks * 7 * 24 * 3_600_000).toISOString().slice(0, 10)
  return `${day}T19:00`
}

const pdf = { name: 'Offer.pdf', mimeType: 'application/pdf', buffer: Buffer.from(aPdf()) }

const createMeeting = async (ada: Page) => {
  await ada.goto('/manage/meetings')
  await expect(ada.getByRole('heading', { name: 'No meetings yet' })).toBeVisible()
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'New meeting' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByRole('button', { name: 'New meeting' }).click()
  await expect(dialog.getByText('This field cannot be empty.')).toBeVisible()
  await dialog.getByLabel(/Date and time/).fill('2020-03-01T19:00')
  await dialog.getByLabel(/Date and time/).blur()
  await expect(dialog.getByText('Date must be today or in the future.')).toBeVisible()
  await dialog.getByLabel(/Date and time/).fill(inWeeks(4))
  await dialog.getByRole('textbox', { name: 'Chair' }).fill('Ada Lovelace')
  await dialog.getByRole('textbox', { name: 'Place' }).fill('12 River Road')
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'New meeting' }).click()
  await expect(ada.getByRole('heading', { name: 'General meeting' })).toBeVisible()
}

const writeAgenda = async (ada: Page) => {
  for (const title of ['Welcome', 'A new kiln', 'Other business']) {
    await ada.getByRole('button', { name: 'Add item' }).click()
    const dialog = ada.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
    await dialog.getByRole('button', { name: 'Add item' }).click()
    await expect(ada.getByRole('button', { name: `Edit ${title}` })).toBeVisible()
  }
  // By the keyboard alone.
  await ada.getByRole('button', { name: 'Move Other business up' }).press('Enter')
  await expect(ada.getByRole('listitem').filter({ hasText: 'Other business' })).toContainText('2.')
  await ada.getByRole('button', { name: 'Move Other business down' }).press('Enter')
  await expect(ada.getByRole('listitem').filter({ hasText: 'Other business' })).toContainText('3.')
  const adds = (button: string) => {
    const chosen = ada.waitForEvent('filechooser')
    return Promise.all([chosen, ada.getByRole('button', { name: button }).click()])
  }
  const [wrong] = await adds('Add a document to A new kiln')
  await wrong.setFiles({ ...pdf, buffer: Buffer.from('<script>') })
  await expect(ada.getByText('This isn’t a PDF or a picture (PNG, JPEG, WebP).')).toBeVisible()
  const [right] = await adds('Add a document to A new kiln')
  await right.setFiles(pdf)
  await expect(ada.getByRole('button', { name: 'Download Offer.pdf' })).toBeVisible()
  await expectAccessible(ada)
}

const inviteMembers = async (ada: Page, portal: JourneyPortal) => {
  await ada.getByRole('tab', { name: 'Invitation' }).click()
  await expect(ada.getByText(/members get the invitation: /)).toBeVisible()
  await expectAccessible(ada)
  const send = ada.getByRole('button', { name: /^Send \d+ invitations$/ })
  await send.click()
  await ada
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \d+ invitations$/ })
    .click()
  const mail = await portal.mailbox.newest('bo@example.org', /You’re invited: General meeting/)
  expect(mail.text).toMatch(/Item 2:\s+A new kiln/)
  await expect(ada.getByText('Everyone who may come has been invited.')).toBeVisible()
}

/** On a phone: the card of the dashboard, the meeting, a calendar address that works. */
const readAsMember = async (bo: Page) => {
  await bo.goto('/dashboard')
  const card = bo.getByRole('region', { name: 'Next meeting' })
  await card.getByRole('link', { name: 'See the agenda' }).click()
  await expect(bo.getByRole('region', { name: 'Agenda' }).getByText('A new kiln')).toBeVisible()
  const kept = bo.waitForEvent('download')
  await bo.getByRole('button', { name: 'Download Offer.pdf' }).click()
  expect(await readFile(await (await kept).path(), 'utf8')).toBe(aPdf())
  await bo.getByRole('button', { name: 'I can’t come' }).click()
  await expect(bo.getByText('We’ve noted that you can’t come.')).toBeVisible()
  await expectAccessible(bo)
  await bo.goto('/tools/meetings')
  await bo.getByRole('button', { name: 'Make a calendar address' }).click()
  const address = await bo.getByText(/\/api\/calendar\/[\w-]+\.ics$/).innerText()
  const calendar = await bo.request.get(address)
  expect(await calendar.text()).toContain('SUMMARY:General meeting')
  await expectAccessible(bo)
  await bo.getByRole('button', { name: 'Turn it off' }).click()
  await bo.getByRole('dialog').getByRole('button', { name: 'Turn it off' }).click()
  await expect(bo.getByRole('button', { name: 'Make a calendar address' })).toBeVisible()
  expect((await bo.request.get(address)).status()).toBe(404)
}

const moveIt = async (ada: Page, portal: JourneyPortal) => {
  await ada.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = ada.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: /Type/ })).toBeDisabled()
  await dialog.getByLabel(/Date and time/).fill(inWeeks(5))
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await portal.mailbox.newest('bo@example.org', /^Changed: General meeting/)
}

const keepMinutes = async (ada: Page) => {
  await ada.getByRole('tab', { name: 'Minutes' }).click()
  await expect(ada.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await ada.getByRole('textbox', { name: /Minutes/ }).fill('We met.\n\nWe buy the kiln.')
  await ada.getByRole('button', { name: 'Save minutes' }).click()
  await expect(ada.getByText('The minutes are saved')).toBeVisible()
  await ada.getByRole('button', { name: 'Publish' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(ada.getByText('Published: all members read them')).toBeVisible()
  await expectAccessible(ada)
  const kept = ada.waitForEvent('download')
  await ada.getByRole('button', { name: 'Download register' }).click()
  expect((await kept).suggestedFilename()).toMatch(/^register-\d{4}-\d{2}-\d{2}\.pdf$/)
}

const cancelIt = async (ada: Page, portal: JourneyPortal) => {
  await ada.getByRole('button', { name: 'Cancel meeting' }).click()
  const dialog = ada.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('The hall has no heating.')
  await dialog.getByRole('button', { name: 'Cancel meeting' }).click()
  await expect(ada.getByText('The meeting is cancelled')).toBeVisible()
  const mail = await portal.mailbox.newest('bo@example.org', /^Cancelled: General meeting/)
  expect(mail.text).toContain('The hall has no heating.')
}

const onPhone = async (browser: Browser) => (await browser.newContext({ viewport: phone })).newPage()

test('a meeting is planned, announced, moved, written down and cancelled', async ({ page: ada, browser, portal }) => {
  const bo = await onPhone(browser)
  await logIn(ada, portal, 'ada')
  await logIn(bo, portal, 'bo')
  await createMeeting(ada)
  await writeAgenda(ada)
  await inviteMembers(ada, portal)
  await readAsMember(bo)
  await ada.reload()
  await expect(ada.getByText('Bo Lindqvist')).toBeVisible()
  await moveIt(ada, portal)
  await keepMinutes(ada)
  const { pathname } = new URL(ada.url())
  await bo.goto(pathname.replace('/manage/', '/tools/'))
  await expect(bo.getByRole('region', { name: 'Minutes' }).getByText('We buy the kiln.')).toBeVisible()
  await cancelIt(ada, portal)
  await expect(bo.getByText('Cancelled', { exact: true })).toBeVisible()
  await bo.context().close()
})
