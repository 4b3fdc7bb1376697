import { settings } from '@spacekeeper/contract/index.ts'
import { settingsApi } from '@spacekeeper/contract/settings/routes.ts'
import type { ChatState } from '@spacekeeper/contract/settings/shapes.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, onTestFinished, test, expect, vi } from 'vitest'
import { type fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'
import { fakeSettings, someTime } from './settings.testing.ts'

let server: ReturnType<typeof fakeServer>

let stored: Map<string, unknown>

beforeEach(() => {
  ;({ server, stored } = fakeSettings())
})

/** With words, only the settings that match them: the whole page has hundreds of fields, which takes seconds to draw. */
const open = async (words = '') => {
  const path = `/manage/settings${words === '' ? '' : `?text=${encodeURIComponent(words)}`}`
  const opened = await renderPortal({ path, server, profile: aProfile({ admin: true }) })
  await screen.findByRole('navigation', { name: 'Groups of settings' })
  return opened
}

const rowOf = (field: HTMLElement) => {
  const row = field.closest('li')
  if (!row) throw new Error('no row')
  return within(row)
}

test('settings stand in groups and can be searched by what they do', async () => {
  const { user } = await open()
  expect(screen.getByRole('heading', { name: 'Payments' })).toBeTruthy()
  // At once: the page of all settings is drawn anew with each letter.
  await user.click(screen.getByRole('searchbox'))
  await user.paste('vehicle')
  expect(await screen.findByText('1 setting')).toBeTruthy()
  expect(screen.getByRole('switch', { name: /^Vehicle registration plate/ })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Payments' })).toBeNull()
  await user.type(screen.getByRole('searchbox'), ' zzz')
  await user.click(await screen.findByRole('button', { name: 'Show all settings' }))
  expect(await screen.findByRole('heading', { name: 'Payments' })).toBeTruthy()
})

test('text is saved after a pause, once, and can be undone', async () => {
  const { user } = await open('site owner')
  const field = screen.getByRole('textbox', { name: 'Site owner' })
  // At once: on a slow machine there is a pause between two letters.
  await user.click(field)
  await user.paste(' Inc.')
  const row = rowOf(field)
  expect(await row.findByText('Saved')).toBeTruthy()
  expect(server.sentTo(settingsApi.update).map(({ body }) => body)).toEqual([{ value: 'MemberMatters Inc.' }])
  expect(await row.findByText(/by Ada Okafor/)).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Undo the change to Site owner' }))
  await waitFor(() => expect(field).toHaveProperty('value', 'MemberMatters'))
  expect(stored.has('SITE_OWNER')).toBe(false)
})

test('a switch is saved at once and goes back to its default', async () => {
  const { user } = await open('prepaid balance')
  const field = screen.getByRole('switch', { name: /^Prepaid balance/ })
  await user.click(field)
  await waitFor(() => expect(stored.get('ENABLE_MEMBERBUCKS')).toBe(true))
  const row = rowOf(field)
  expect(await row.findByText('Default: off')).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Prepaid balance: reset to default' }))
  await waitFor(() => expect(row.queryByText('Default: off')).toBeNull())
  expect(field).toHaveProperty('checked', false)
})

test('the steps of joining are put in another order, left out and put back', async () => {
  const { user } = await open('steps to join')
  const steps = within(screen.getByRole('group', { name: 'Steps to join' }))
  await user.click(steps.getByRole('button', { name: 'Move Register a card up' }))
  await waitFor(() => expect(stored.get('SIGNUP_STEPS')).toEqual(['plan', 'agreement', 'card', 'induction']))
  await user.click(steps.getByRole('button', { name: 'Leave out Take the induction' }))
  await waitFor(() => expect(stored.get('SIGNUP_STEPS')).toEqual(['plan', 'agreement', 'card']))
  await user.click(await steps.findByRole('button', { name: 'Add Take the induction' }))
  await waitFor(() => expect(stored.get('SIGNUP_STEPS')).toEqual(['plan', 'agreement', 'card', 'induction']))
  screen.getByText('Default: Choose a plan, Sign the agreements, Take the induction, Register a card')
})

test('what a setting does not take is never sent, and the reason stands beside it', async () => {
  const { user } = await open('email of the administrators')
  const field = screen.getByRole('textbox', { name: 'Email of the administrators' })
  await user.type(field, 'no-address')
  expect(
    await rowOf(field).findByText('Not saved. An email address such as hello@example.org, or nothing.'),
  ).toBeTruthy()
  expect(server.sentTo(settingsApi.update)).toEqual([])
})

test('what the server refuses stays in the field with its reason', async () => {
  server.on(settingsApi.update, () =>
    refuse('badInput', { fields: [{ field: 'SITE_BANNER', message: 'Not these words.' }] }),
  )
  const { user } = await open('notice on every page')
  const field = screen.getByRole('textbox', { name: 'Notice on every page' })
  await user.type(field, 'Hello')
  expect(await screen.findByText('Not saved. Not these words.')).toBeTruthy()
  expect(field).toHaveProperty('value', 'Hello')
})

test('a secret can be set and removed, and is never shown', async () => {
  const { user } = await open('twilio token')
  const group = within(screen.getByRole('group', { name: 'Twilio token' }))
  expect(group.getByText('Not set')).toBeTruthy()
  await user.click(group.getByRole('button', { name: 'Enter Twilio token' }))
  await user.type(group.getByLabelText('New value of Twilio token'), 'sk_1')
  await user.click(group.getByRole('button', { name: 'Save' }))
  expect(await group.findByText('Set')).toBeTruthy()
  expect(stored.get('TWILIO_AUTH_TOKEN')).toBe('sk_1')
  await user.click(group.getByRole('button', { name: 'Remove Twilio token' }))
  await user.click(group.getByRole('button', { name: 'Remove' }))
  expect(await group.findByText('Not set')).toBeTruthy()
})

test('the group at the top of the page is marked in the list of groups', async () => {
  const tops: Record<string, number> = { 'settings-general': -500, 'settings-theme': 100 }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    return new DOMRect(0, tops[this.id] ?? 900)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await open()
  const groups = within(screen.getByRole('navigation', { name: 'Groups of settings' }))
  expect(groups.getByRole('link', { current: true }).textContent).toBe('Look')
})

test('a card of the home page is made in a form, moved and removed with undo', async () => {
  stored.set('HOME_PAGE_CARDS', [{ title: 'Handbook', description: 'House rules' }])
  const { user } = await open('home page cards')
  const group = within(screen.getByRole('group', { name: 'Home page cards' }))
  await user.click(group.getByRole('button', { name: 'Add a card' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New card' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('A card needs a title.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Swipes')
  await user.click(dialog.getByRole('button', { name: 'Tool' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Links to' }), 'page')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Page' }), 'recentSwipes')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(stored.get('HOME_PAGE_CARDS')).toMatchObject([
      { title: 'Handbook' },
      { title: 'Swipes', icon: 'mdi-tools', routerLink: { name: 'recentSwipes' } },
    ]),
  )
  await user.click(await group.findByRole('button', { name: 'Move Swipes up' }))
  await waitFor(() => expect(stored.get('HOME_PAGE_CARDS')).toMatchObject([{ title: 'Swipes' }, { title: 'Handbook' }]))
  await user.click(group.getByRole('button', { name: 'Remove Swipes' }))
  await waitFor(() => expect(stored.get('HOME_PAGE_CARDS')).toMatchObject([{ title: 'Handbook' }]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(stored.get('HOME_PAGE_CARDS')).toMatchObject([{ title: 'Swipes' }, { title: 'Handbook' }]))
})

test('colours are tried before they are saved, and what cannot be read is refused', async () => {
  const { user } = await open('colour')
  const primary = screen.getByRole('textbox', { name: 'Primary colour' })
  await user.clear(primary)
  await user.type(primary, '#ffdd00')
  expect(await screen.findByText(/text on it is dark/)).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Preview in dark mode' })).toBeTruthy()
  expect(server.sentTo(settingsApi.update)).toEqual([])
  const dark = screen.getByRole('textbox', { name: 'Dark colour' })
  await user.clear(dark)
  await user.type(dark, '#dddddd')
  expect(await screen.findByText(/hard to read/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save the colours' })).toHaveProperty('disabled', true)
  await user.clear(dark)
  await user.type(dark, '#222222')
  await user.click(screen.getByRole('button', { name: 'Save the colours' }))
  await waitFor(() => expect(stored.get('THEME_DARK')).toBe('#222222'))
  expect(stored.get('THEME_PRIMARY')).toBe('#ffdd00')
})

test('who changed a setting to what can be read', async () => {
  stored.set('SITE_NAME', 'Riverbend')
  server.on(settingsApi.listChanges, () => ({
    changes: [{ at: someTime, by: 'Ada Okafor', isReset: false, value: 'Riverbend' }],
  }))
  const { user } = await open('site name')
  await user.click(screen.getByRole('button', { name: 'History of Site name' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'History of Site name' }))
  expect(await dialog.findByText('Riverbend')).toBeTruthy()
  expect(dialog.getByText(/Ada Okafor/)).toBeTruthy()
})

test('a chat says why its posts do not arrive, and can be tested', async () => {
  stored.set('SLACK_DOOR_WEBHOOK', 'https://hooks.example.org/x')
  const chat: ChatState = {
    key: 'SLACK_DOOR_WEBHOOK',
    service: 'slack',
    isSet: true,
    isOpen: true,
    waiting: 2,
    postedAt: null,
    failingSince: someTime,
    error: 'The service refused the connection.',
    nextTryAt: someTime,
    givenUp: 1,
  }
  server.on(settingsApi.listChats, () => ({ chats: [chat] }))
  server.on(settingsApi.testChat, () => undefined)
  const { user } = await open('slack')
  const row = within(screen.getByRole('group', { name: 'Slack webhook for doors' }).closest('li') ?? document.body)
  expect(await row.findByText(/Posts have not arrived since/)).toBeTruthy()
  expect(
    row.getByText(/refused the connection\. 2 events are waiting to be posted\..*1 event could not be posted/),
  ).toBeTruthy()
  expect(document.body.textContent).not.toContain('hooks.example.org')
  await user.click(row.getByRole('button', { name: 'Send a test post by Slack webhook for doors' }))
  expect(await screen.findByText('Sending a test post.')).toBeTruthy()
  expect(server.sentTo(settingsApi.testChat)).toMatchObject([{ params: { key: 'SLACK_DOOR_WEBHOOK' } }])
})

test('the text messages of the portal are edited each under its occasion', async () => {
  const { user } = await open('text messages')
  const field = screen.getByRole('textbox', { name: 'Access is off' })
  await user.tripleClick(field)
  await user.paste('Off at {site}')
  expect(await rowOf(field).findByText('Saved')).toBeTruthy()
  expect(stored.get('SMS_MESSAGES')).toEqual({
    ...settings.SMS_MESSAGES.default,
    deactivated_access: 'Off at {site}',
  })
})
