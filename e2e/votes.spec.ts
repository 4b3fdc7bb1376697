import type { Page } from '@playwright/test'
import { aMeeting } from '../server/src/meetings/factory.ts'
import { aMember } from '../server/src/members/factory.ts'
import { connectDatabase } from '../server/src/platform/db/open-database.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import { aMotion, anAcceptedProxy } from '../server/src/votes/factory.ts'
import { expect, expectAccessible, giveSession, type JourneyPortal, test } from './portal.ts'

const phone = { width: 390, height: 844 }

/** A meeting that is on: Bo is there and votes for Gus, who is not. */
const holdMeeting = async (portal: JourneyPortal) => {
  const { db, close } = connectDatabase({ connectionString: portal.connectionString, poolSize: 2 }, createLog('error'))
  const now = new Date()
  const bo = portal.members['bo'] ?? 0
  const { id: gus } = await aMember(db, { firstName: 'Gus', lastName: 'Away', screenName: 'gus-away' })
  const { id: meetingId } = await aMeeting(db, { startsAt: now, openedAt: now, rollFrozenAt: now })
  await db
    .insertInto('meeting_roll')
    .values([bo, gus].map((id) => ({ meeting_id: meetingId, member_id: id })))
    .execute()
  await db
    .insertInto('meeting_attendance')
    .values({ meeting_id: meetingId, member_id: bo, arrived_at: now, how: 'name' })
    .execute()
  const { id: proxyId } = await anAcceptedProxy(db, { meetingId, principalId: gus, holderId: bo })
  const { id: motionId } = await aMotion(db, { meetingId, title: 'A quiet hour' })
  await aMotion(db, { meetingId, position: 1, title: 'Committee', seats: 2, options: ['Ada', 'Cy', 'Di'] })
  await db
    .insertInto('proxy_instructions')
    .values({ proxy_id: proxyId, motion_id: motionId, words: 'Please vote against.' })
    .execute()
  await close()
  return meetingId
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

test('members vote on a motion and rank in an election on a phone', async ({ page, portal, browser }) => {
  const meetingId = await holdMeeting(portal)
  await giveSession(page, portal, 'ada')
  await page.goto(`/manage/meetings/${meetingId}?tab=votes`)
  await press(page, 'Open vote: A quiet hour')
  await confirm(page, 'Open vote')
  await expect(page.getByText('0 of 2 votes used')).toBeVisible()
  await expectAccessible(page)

  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true, baseURL: portal.url })
  const bo = await context.newPage()
  await giveSession(bo, portal, 'bo')
  await bo.goto('/tools/votes')
  await expect(bo.getByText('2 of your votes are waiting')).toBeVisible()
  await expectAccessible(bo)
  await bo.getByRole('link', { name: 'A quiet hour' }).click()
  await expect(bo.getByText('They want: Please vote against.')).toBeVisible()
  await bo.getByText('For', { exact: true }).tap()
  await expectAccessible(bo)
  await press(bo, 'Review')
  await press(bo, 'Cast my vote')
  await expect(bo.getByText('They want: Please vote against.')).toBeVisible()
  await bo.getByText('Against', { exact: true }).tap()
  await press(bo, 'Review')
  await press(bo, 'Cast my vote')
  await expect(bo.getByText('You’ve cast all your votes here.')).toBeVisible()
  // The turnout grows on the screen of the chair by itself.
  await expect(page.getByText('2 of 2 votes used')).toBeVisible()
  await press(page, 'Close vote: A quiet hour')
  await confirm(page, 'Close vote')
  await expect(bo.getByText('1 of 2 votes were for it. It needed 2.')).toBeVisible()
  await expectAccessible(bo)

  await press(page, 'Open vote: Committee')
  await confirm(page, 'Open vote')
  await bo.goto('/tools/votes')
  await bo.getByRole('link', { name: 'Committee' }).click()
  await bo.getByRole('checkbox', { name: /gus-away/ }).check()
  await bo.getByRole('button', { name: 'Rank Cy as number 1' }).tap()
  await bo.getByRole('button', { name: 'Rank Di as number 2' }).tap()
  await bo.getByRole('button', { name: 'Move Di up' }).tap()
  await expectAccessible(bo)
  await press(bo, 'Review')
  await press(bo, 'Cast 2 votes')
  await expect(bo.getByText('You’ve cast all your votes here.')).toBeVisible()
  await press(page, 'Close vote: Committee')
  await confirm(page, 'Close vote')
  await expect(bo.getByText('Elected: Di and Cy').first()).toBeVisible()
  await expect(bo.getByRole('table')).toBeVisible()
  await expectAccessible(bo)
  await context.close()
})
