import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { screenPaths } from './screen-paths.ts'

const screens = {
  'web/src/settings/text.ts':
    "export const settingsText = {\n  title: 'Settings',\n  groupPayments: 'Payments',\n} as const\n",
  'contract/src/billing/settings.ts': "GRACE_DAYS: setting('payments', 'Grace period (days)')",
}

test('a guide that names a screen or setting by a word that none has is found, and so is another way of writing it', () => {
  const strays = {
    'docs/guide/cards.md': 'Open **Settings > Paying**.',
    'docs/guide/plans.md': 'Open _Settings_, _Payments_.',
    'docs/guide/votes.md': 'Open **Settings, Payments**.',
  }
  expect(blamed(screenPaths, { ...screens, ...strays })).toEqual(Object.keys(strays))
  const fine = { 'docs/guide/cards.md': 'Open **Settings > Payments > Grace period (days)**.' }
  expect(blamed(screenPaths, { ...screens, ...fine })).toEqual([])
})
