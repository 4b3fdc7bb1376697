import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import { homeApi } from '@spacekeeper/contract/home/routes.ts'
import type { JoiningStepState, NextSteps } from '@spacekeeper/contract/home/shapes.ts'
import type { JoiningStep } from '@spacekeeper/contract/home/words.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const nothing: NextSteps = { joining: null, setup: null, waiting: [] }

const open = async (next: Partial<NextSteps>, profile: Partial<Profile> = {}) => {
  const server = fakeServer()
  server.on(visitsApi.check, () => false as const)
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
  server.on(homeApi.getNextSteps, () => ({ ...nothing, ...next }))
  const contact = { admin: 'desk@example.org', sysadmin: '', address: '1 Mill Lane' }
  const config = { ...defaultSite, contact }
  return { server, ...(await renderPortal({ path: '/dashboard', server, profile: aProfile(profile), config })) }
}

const step = (name: JoiningStep, isDone: boolean, more: Partial<JoiningStepState> = {}): JoiningStepState => ({
  step: name,
  isDone,
  isWaiting: false,
  minutes: 0,
  ...more,
})

const joining = (isMember: boolean, hasCard: boolean): NextSteps['joining'] => [
  step('account', true),
  step('email', true),
  step('membership', isMember),
  step('card', hasCard),
]

test('who joins by themselves reads what is done, what is awaited and what comes next, with the one link on', async () => {
  const steps = [
    step('account', true),
    step('email', true),
    step('plan', true),
    step('payment', false, { isWaiting: true }),
    step('agreement', false, { minutes: 2 }),
    step('card', false, { minutes: 1 }),
  ]
  await open({ joining: steps }, { state: 'noob' })
  const card = within(await screen.findByRole('region', { name: 'What’s next' }))
  card.getByText('We’re waiting for your payment.')
  card.getByText('About 2 minutes')
  expect(card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Continue joining', '/account/membership-plan'],
  ])
})

test('a member whose agreement has changed reads where to sign it', async () => {
  await open({ joining: [step('membership', true), step('agreement', false, { minutes: 2 })] })
  const card = within(await screen.findByRole('region', { name: 'What’s next' }))
  expect(card.getByRole('link', { name: 'Read and sign' }).getAttribute('href')).toBe('/account/agreements')
})

test('a newcomer reads first what is done and what comes next, and the card goes when all is done', async () => {
  const { server, client } = await open({ joining: joining(false, false) }, { state: 'noob' })
  const card = within(await screen.findByRole('region', { name: 'What’s next' }))
  expect(card.getAllByRole('listitem').map((item) => item.textContent?.split(':')[0])).toEqual([
    'Done',
    'Done',
    'To do',
    'To do',
  ])
  expect(card.getByRole('link', { name: /desk@example.org/ }).getAttribute('href')).toBe('mailto:desk@example.org')
  card.getByText('Staff give it to you at 1 Mill Lane.')
  expect(screen.queryByRole('button', { name: 'Sign in on site' })).toBeNull()
  server.on(homeApi.getNextSteps, () => nothing)
  await refreshTopic(client, 'profile')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'What’s next' })).toBeNull())
})

test('what waits for staff leads to the list that shows it', async () => {
  const waiting: NextSteps['waiting'] = [
    { matter: 'applications', count: 1 },
    { matter: 'applicants', count: 240 },
    { matter: 'silentDevices', count: 1 },
    { matter: 'failedMessages', count: 1001 },
    { matter: 'unconfirmed', count: 2 },
  ]
  await open({ waiting }, { staffPermissions: ['members', 'devices'] })
  const card = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  expect(card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['One application to review', '/manage/applications'],
    ['240 new accounts are waiting for a membership', '/manage/members?standing=noob'],
    ['One device is offline', '/manage/devices?state=offline'],
    ['1,000+ messages could not be sent in the last week', '/manage/messages?state=failed'],
    ['2 email addresses are not confirmed', '/manage/members?emailState=unconfirmed'],
  ])
})

test('the administrator of a new space reads what to set up, each with its one link', async () => {
  const setup: NextSteps['setup'] = [
    { step: 'name', isDone: true },
    { step: 'mail', isDone: false },
    { step: 'device', isDone: false },
    { step: 'card', isDone: false },
  ]
  await open({ setup }, { admin: true })
  const card = within(await screen.findByRole('region', { name: 'Set up your space' }))
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/manage/messages',
    '/manage/devices',
    `/manage/members/${aProfile({}).id}`,
  ])
})
