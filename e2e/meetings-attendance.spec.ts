import type { Browser, Page } from '@playwright/test'
import { type CardReader, startCardReader } from '@spacekeeper/simulators/card-reader.ts'
import { expect, expectAccessible, giveSession, type JourneyPortal, logIn, test } from './portal.ts'

test.use({ viewport: { width: 1280, height: 1000 } })

const phone = { width: 390, height: 844 }
const screenSize = { width: 1024, height: 768 }

const send = async (page: Page, method: 'post' | 'put', call: { path: string; data: Record<string, unknown> }) => {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const answer = await page.request[method](call.path, { data: call.data, headers: { 'x-csrftoken': csrf } })
  expect(answer.ok(), `${method} ${call.path}`).toBe(true)
  return answer
}

/** In half an hour, as clocks at the space show it, which is where the seeded space is. */
const inHalfAnHour = async (page: Page) => {
  const answer = await page.request.get('/api/admin/settings/SITE_TIME_ZONE/')
  const { value } = (await answer.json()) as { value: string } // the value of one setting
  const soon = new Date(Date.now() + 30 * 60_000)
  return soon.toLocaleString('sv-SE', { timeZone: value, dateStyle: 'short', timeStyle: 'short' })
}

/** A meeting of tonight at which two members are enough, with an agenda of two items. */
const planMeeting = async (ada: Page) => {
  await send(ada, 'put', { path: '/api/admin/settings/QUORUM_KIND/', data: { value: 'number' } })
  await send(ada, 'put', { path: '/api/admin/settings/QUORUM_NUMBER/', data: { value: 2 } })
  const meeting = { type: { value: 'general' }, date: await inHalfAnHour(ada), chair: 'Ada', name: 'Spring meeting' }
  const created = await send(ada, 'post', { path: '/api/meetings/', data: meeting })
  const { id } = (await created.json()) as { id: number } // what the contract says
  for (const title of ['Budget', 'Elections'])
    await send(ada, 'post', { path: `/api/meetings/${id}/items/`, data: { title, details: '' } })
  return id
}

/** A kiosk with a reader beside it, authorised by its code. */
const openKiosk = async (browser: Browser, { portal, ada }: { portal: JourneyPortal; ada: Page }) => {
  const reader = await startCardReader({ isTalkative: true })
  const context = await browser.newContext({ baseURL: portal.url, viewport: screenSize })
  const kept = JSON.stringify({ kind: 'socket', url: reader.url, form: 'decimal' })
  await context.addInitScript((value) => localStorage.setItem('cardReader', value), kept)
  const screen = await context.newPage()
  await screen.goto('/kiosk')
  const code = await screen.getByLabel('Code of this screen').textContent()
  await ada.goto('/manage/kiosks')
  const row = ada.getByRole('listitem').filter({ hasText: `Code ${code}` })
  await row.getByRole('button', { name: 'Authorise' }).click()
  await ada.getByLabel('Name').fill('Entrance')
  await ada.getByRole('dialog').getByRole('button', { name: 'Authorise' }).click()
  await expect(ada.getByText('Entrance is a kiosk now')).toBeVisible()
  return { screen, reader }
}

type Entrance = { ada: Page; screen: Page; reader: CardReader; id: number }

const readRoll = async ({ ada, id }: Entrance) => {
  await ada.goto(`/manage/meetings/${id}?tab=roll`)
  await expect(ada.getByText(/This is a preview that follows the members|^Frozen/)).toBeVisible()
  await expect(ada.getByRole('list', { name: 'Roll' })).toContainText('Bo Lindqvist')
  await ada.getByText('Not on it').click()
  await expect(ada.getByRole('list', { name: 'Roll' }).getByText('Suspended')).toBeVisible()
  await expectAccessible(ada)
}

/** The kiosk becomes the entrance of the meeting, which is opened. */
const openMeeting = async ({ ada, screen, id }: Entrance) => {
  await ada.goto(`/manage/meetings/${id}?tab=attendance`)
  await expect(ada.getByRole('heading', { name: 'No member is here yet' })).toBeVisible()
  await ada.getByRole('button', { name: 'Kiosks' }).click()
  await ada.getByRole('switch', { name: 'Check in at Entrance' }).click({ force: true })
  await expect(ada.getByRole('switch', { name: 'Check in at Entrance' })).toBeChecked()
  await expectAccessible(ada)
  await ada.keyboard.press('Escape')
  await screen.goto('/kiosk')
  await expect(screen.getByText('Hold your card to the reader')).toBeVisible()
  await expect(screen).toHaveURL(new RegExp(`/meetings/${id}/wall`))
  await expectAccessible(screen)

  await ada.getByRole('button', { name: 'Open meeting' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Open meeting' }).click()
  await expect(ada.getByText('The meeting is open')).toBeVisible()
  await ada.getByLabel('On the agenda now').selectOption({ label: '2. Elections' })
}

const holdCards = async ({ ada, screen, reader }: Entrance) => {
  reader.swipe('9999')
  await expect(screen.getByText('We don’t know this card. Ask staff.')).toBeVisible()
  reader.swipe('1002')
  await expect(screen.getByText('Welcome, bo')).toBeVisible()
  await expect(screen.getByText('You may vote.')).toBeVisible()
  await expect(screen.getByText('No quorum yet')).toBeVisible()
  await expect(screen.getByText('Elections')).toBeVisible()
  reader.swipe('1003')
  await expect(screen.getByText('You’re here as a guest, without a vote.')).toBeVisible()
  reader.swipe('1007')
  await expect(screen.getByText('Welcome, Gil Andersen')).toBeVisible()
  await expect(screen.getByText('Quorum reached')).toBeVisible()
  await expect(screen.getByText('2 present · 1 guest')).toBeVisible()
  await expectAccessible(screen)

  await screen.getByRole('button', { name: 'I’m leaving' }).click()
  // Another card than the last one: the same counts once in a second.
  reader.swipe('1002')
  await expect(screen.getByText('Goodbye, bo')).toBeVisible()
  await expect(screen.getByText('Quorum lost')).toBeVisible()
  await expect(ada.getByText(/^Quorum lost/)).toBeVisible()
  await expectAccessible(screen)
}

const checkInByName = async ({ ada, screen }: Entrance) => {
  await ada.getByRole('searchbox', { name: 'Name' }).fill('bo lind')
  await ada
    .getByRole('list', { name: 'Check in' })
    .getByRole('button', { name: /Bo Lindqvist/ })
    .click()
  await expect(ada.getByText(/Bo Lindqvist.* is back/)).toBeVisible()
  await expect(screen.getByText('Quorum reached')).toBeVisible()
  await expectAccessible(ada)
}

const checkInByPhone = async (
  { ada, id }: Entrance,
  { browser, portal }: { browser: Browser; portal: JourneyPortal },
) => {
  const wall = await ada.request.get(`/api/meetings/${id}/wall/`)
  const { checkInUrl } = (await wall.json()) as { checkInUrl: string } // what the contract says
  const own = await browser.newContext({ baseURL: portal.url, viewport: phone })
  const adasPhone = await own.newPage()
  await giveSession(adasPhone, portal, 'ada')
  await adasPhone.goto(checkInUrl)
  await expectAccessible(adasPhone)
  await adasPhone.getByRole('button', { name: 'I’m here' }).click()
  await expect(adasPhone.getByText('Welcome, ada')).toBeVisible()
  await adasPhone.getByRole('link', { name: 'Open the meeting' }).click()
  await expect(adasPhone.getByText('You’re on the roll: you may vote at this meeting.')).toBeVisible()
  await expectAccessible(adasPhone)
}

const closeMeeting = async ({ ada, screen }: Entrance) => {
  await ada.getByRole('button', { name: 'Close meeting' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Close meeting' }).click()
  await expect(ada.getByText('The meeting is closed')).toBeVisible()
  await expect(ada.getByRole('list', { name: 'Was there' })).toContainText('Bo Lindqvist')
  await expect(screen.getByRole('heading', { name: 'Hold your card to the reader' })).toBeVisible()
  await expect(screen).toHaveURL(/\/kiosk$/)
}

test('members check in by card, phone and name, and the wall says when there are enough and when no longer', async ({
  browser,
  page: ada,
  portal,
}) => {
  await logIn(ada, portal, 'ada')
  const id = await planMeeting(ada)
  const kiosk = await openKiosk(browser, { portal, ada })
  const entrance = { ada, id, ...kiosk }
  await readRoll(entrance)
  await openMeeting(entrance)
  await holdCards(entrance)
  await checkInByName(entrance)
  await checkInByPhone(entrance, { browser, portal })
  await closeMeeting(entrance)
  await kiosk.reader.close()
})
