import { settings } from '@spacekeeper/contract/index.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import type { fakeServer } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'
import { fakeSettings } from './settings.testing.ts'

let server: ReturnType<typeof fakeServer>

let stored: Map<string, unknown>

beforeEach(() => {
  ;({ server, stored } = fakeSettings())
})

const open = async (address = '') => {
  const profile = aProfile({ admin: true })
  const opened = await renderPortal({ path: `/manage/settings${address}`, server, profile })
  await screen.findByRole('navigation', { name: 'Groups of settings' })
  return opened
}

test('settings of what this version does not have are not shown, and those of the API stay', async () => {
  await open()
  expect(screen.queryByText('Statistics picture')).toBeNull()
  expect(settings.STATS_CARD_IMAGE.schema.safeParse('/api/images/0.png').success).toBe(true)
})

test.each([
  ['euro', 'Currency'],
  ['sms', 'Text messages'],
  ['time zone', 'Time zone'],
  ['mail server', 'Mail server'],
  ['smtp', 'Mail server'],
  ['language', 'Language'],
])('searching the settings for %s finds %s', async (typed, title) => {
  await open(`?text=${encodeURIComponent(typed)}`)
  expect((await screen.findAllByText(title)).length).toBeGreaterThan(0)
})

test('currencies have names', async () => {
  const { user } = await open('?text=currency')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'Euro, €12.50')
  await waitFor(() => expect(stored.get('SITE_LOCALE_CURRENCY')).toBe('en-IE'))
})

test('an address can name a search and a setting, which then has the keyboard', async () => {
  await open('?text=postal#SITE_MAIL_ADDRESS')
  const field = await screen.findByRole('textbox', { name: 'Postal address' })
  expect(screen.getByText('1 setting')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field))
})
