import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { settings } from '@spacekeeper/contract/settings.ts'
import { site, type ChatState, type SettingState } from '@spacekeeper/contract/site.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

const someTime = '2026-01-05T10:00:00.000Z'

let server: ReturnType<typeof fakeServer>
let stored: Map<string, unknown>
beforeEach(() => {
  server = fakeServer()
  stored = new Map()
  server.on(site.describeSettings, () => ({
    settings: Object.entries(settings).map(([key, setting]): SettingState => {
      const isSet = stored.has(key)
      const value = isSet ? stored.get(key) : setting.default
      const changed = { changedAt: isSet ? someTime : null, changedBy: isSet ? 'Ada Okafor' : null }
      return { key, value: 'isSecret' in setting ? null : value, isSet, ...changed }
    }),
  }))
  server.on(site.changeSetting, ({ params: { key = '' }, body: { value } }) => {
    stored.set(key, value)
    return { key, value }
  })
  server.on(site.resetSetting, ({ params: { key = '' } }) => void stored.delete(key))
})

const open = async () => {
  const opened = await renderPortal({ path: '/manage/settings', server, profile: aProfile({ admin: true }) })
  await screen.findByRole('heading', { name: 'General' })
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
  await user.type(screen.getByRole('searchbox'), 'vehicle')
  expect(await screen.findByText('1 setting')).toBeTruthy()
  expect(screen.getByRole('switch', { name: /^Vehicle plate/ })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Payments' })).toBeNull()
  await user.type(screen.getByRole('searchbox'), ' zzz')
  await user.click(await screen.findByRole('button', { name: 'Show all settings' }))
  expect(await screen.findByRole('heading', { name: 'Payments' })).toBeTruthy()
})

test('text is saved after a pause, once, and can be undone', async () => {
  const { user } = await open()
  const field = screen.getByRole('textbox', { name: 'Site owner' })
  await user.type(field, ' Inc.')
  const row = rowOf(field)
  expect(await row.findByText('Saved')).toBeTruthy()
  expect(server.sentTo(site.changeSetting).map(({ body }) => body)).toEqual([{ value: 'MemberMatters Inc.' }])
  expect(await row.findByText(/by Ada Okafor/)).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Undo the change of Site owner' }))
  await waitFor(() => expect(field).toHaveProperty('value', 'MemberMatters'))
  expect(stored.has('SITE_OWNER')).toBe(false)
})

test('a switch is saved at once and goes back to its default', async () => {
  const { user } = await open()
  const field = screen.getByRole('switch', { name: /^Webcams page/ })
  await user.click(field)
  await waitFor(() => expect(stored.get('ENABLE_WEBCAMS')).toBe(true))
  const row = rowOf(field)
  expect(await row.findByText('Default: off')).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Webcams page: back to default' }))
  expect(await row.findByText('This is the default.')).toBeTruthy()
  expect(field).toHaveProperty('checked', false)
})

test('what a setting does not take is never sent, and the reason stands beside it', async () => {
  const { user } = await open()
  const field = screen.getByRole('textbox', { name: 'Email of the administrators' })
  await user.type(field, 'nobody')
  expect(
    await rowOf(field).findByText('Not saved. An e-mail address such as hello@example.org, or nothing.'),
  ).toBeTruthy()
  expect(server.sentTo(site.changeSetting)).toEqual([])
})

test('what the server refuses stays in the field with its reason', async () => {
  server.on(site.changeSetting, () =>
    refuse('badInput', { fields: [{ field: 'SITE_BANNER', message: 'Not these words.' }] }),
  )
  const { user } = await open()
  const field = screen.getByRole('textbox', { name: 'Notice on every page' })
  await user.type(field, 'Hello')
  expect(await screen.findByText('Not saved. Not these words.')).toBeTruthy()
  expect(field).toHaveProperty('value', 'Hello')
})

test('a secret can be set and removed, and is never shown', async () => {
  const { user } = await open()
  const group = within(screen.getByRole('group', { name: 'Stripe secret key' }))
  expect(group.getByText('Not set')).toBeTruthy()
  await user.click(group.getByRole('button', { name: 'Enter Stripe secret key' }))
  await user.type(group.getByLabelText('New value of Stripe secret key'), 'sk_1')
  await user.click(group.getByRole('button', { name: 'Save' }))
  expect(await group.findByText('Set')).toBeTruthy()
  expect(stored.get('STRIPE_SECRET_KEY')).toBe('sk_1')
  await user.click(group.getByRole('button', { name: 'Remove Stripe secret key' }))
  await user.click(group.getByRole('button', { name: 'Remove' }))
  expect(await group.findByText('Not set')).toBeTruthy()
})

test('amounts are typed in units and stored in cents', async () => {
  const { user } = await open()
  const field = screen.getByRole('textbox', { name: 'Amounts to top up' })
  expect(field).toHaveProperty('value', '10, 20, 30')
  await user.clear(field)
  await user.type(field, '5, ten')
  expect(await screen.findByText('Not saved. Write amounts such as 10, 20, 50.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '5, 12.50')
  await waitFor(() => expect(stored.get('STRIPE_MEMBERBUCKS_TOPUP_OPTIONS')).toEqual([500, 1250]))
})

test('a card of the home page is made in a form, moved and removed with undo', async () => {
  stored.set('HOME_PAGE_CARDS', [{ title: 'Handbook', description: 'House rules' }])
  const { user } = await open()
  const group = within(screen.getByRole('group', { name: 'Home page cards' }))
  await user.click(group.getByRole('button', { name: 'Add a card' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New card' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('A card needs a title.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Swipes')
  await user.click(dialog.getByRole('button', { name: 'Tool' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Leads to' }), 'page')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Page' }), 'recentSwipes')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(stored.get('HOME_PAGE_CARDS')).toMatchObject([
      { title: 'Handbook' },
      { title: 'Swipes', icon: 'tool', routerLink: { name: 'recentSwipes' } },
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
  const { user } = await open()
  const primary = screen.getByRole('textbox', { name: 'Primary' })
  await user.clear(primary)
  await user.type(primary, '#ffdd00')
  expect(await screen.findByText(/what carries text gets dark text/)).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Preview in dark colours' })).toBeTruthy()
  expect(server.sentTo(site.changeSetting)).toEqual([])
  const dark = screen.getByRole('textbox', { name: 'Dark' })
  await user.clear(dark)
  await user.type(dark, '#dddddd')
  expect(await screen.findByText(/could not be read/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save the colours' })).toHaveProperty('disabled', true)
  await user.clear(dark)
  await user.type(dark, '#222222')
  await user.click(screen.getByRole('button', { name: 'Save the colours' }))
  await waitFor(() => expect(stored.get('THEME_DARK')).toBe('#222222'))
  expect(stored.get('THEME_PRIMARY')).toBe('#ffdd00')
})

test('who changed a setting to what can be read', async () => {
  stored.set('SITE_NAME', 'Riverbend')
  server.on(site.listSettingChanges, () => ({
    changes: [{ at: someTime, by: 'Ada Okafor', isReset: false, value: 'Riverbend' }],
  }))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Changes of Site name' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes of Site name' }))
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
  server.on(site.listChats, () => ({ chats: [chat] }))
  server.on(site.testChat, () => undefined)
  const { user } = await open()
  const row = within(screen.getByRole('group', { name: 'Slack webhook for doors' }).closest('li') ?? document.body)
  expect(await row.findByText(/Posts have not arrived since/)).toBeTruthy()
  expect(row.getByText(/refused the connection\. 2 events wait to be posted\..*1 event was not posted/)).toBeTruthy()
  expect(document.body.textContent).not.toContain('hooks.example.org')
  await user.click(row.getByRole('button', { name: 'Send a test post by Slack webhook for doors' }))
  expect(await screen.findByText('A test post is on its way.')).toBeTruthy()
  expect(server.sentTo(site.testChat)).toMatchObject([{ params: { key: 'SLACK_DOOR_WEBHOOK' } }])
})

test('the text messages of the portal are edited each under its occasion', async () => {
  const { user } = await open()
  const field = screen.getByRole('textbox', { name: 'Access is off' })
  await user.clear(field)
  await user.type(field, 'Off at {{site}')
  expect(await rowOf(field).findByText('Saved')).toBeTruthy()
  expect(stored.get('SMS_MESSAGES')).toEqual({
    ...settings.SMS_MESSAGES.default,
    deactivated_access: 'Off at {site}',
  })
})
