import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import type { OwnStanding } from '@spacekeeper/contract/signup/shapes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aStanding, someDues } from './standing.testing.ts'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(visitsApi.check, () => false as const)
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
})

const config = { ...defaultSite, features: { ...defaultSite.features, enableMembershipPayments: true } }

const open = (profile: Partial<Profile>) =>
  renderPortal({ path: '/dashboard', server, profile: aProfile(profile), config })

const owed = someDues({ owedCents: 9100, reason: 'first' })

test.each<[string, Partial<Profile>, Partial<OwnStanding>, RegExp, string]>([
  [
    'has not paid yet',
    { state: 'noob' },
    { step: 'pay', items: ['payment'], dues: owed },
    /starts when you’ve paid \$91\.00/,
    'Pay $91.00',
  ],
  [
    'is overdue',
    { state: 'inactive', inactivity: { by: 'plan', reason: '' } },
    { step: 'pay', items: ['payment'], dues: { ...owed, reason: 'ended' } },
    /Your payment of \$91\.00 is missing/,
    'Pay $91.00',
  ],
  [
    'has paid again and has to sign',
    { state: 'inactive', inactivity: { by: 'plan', reason: '' } },
    { step: 'agreement', items: ['agreement'], hasPaid: true },
    /^You’ve paid\. Sign the agreements, and your card works\.$/,
    'Sign the agreements',
  ],
])(
  'a member who %s reads the true reason, and the button that ends it',
  async (_, profile, standing, words, button) => {
    server.on(signupApi.getStanding, () => aStanding(standing))
    await open(profile)
    const card = within(await screen.findByRole('region', { name: 'Membership' }))
    await card.findByText(words)
    expect(card.getByRole('link', { name: button })).toBeTruthy()
    expect(standing.hasPaid && card.queryByText(/missing/)).toBeFalsy()
  },
)

test('a member with nothing left to do sends their application from the first page', async () => {
  server.on(signupApi.getStanding, () => aStanding({ step: 'apply', hasPaid: true }))
  server.on(signupApi.completeSignup, () => ({ success: true }))
  const { user } = await open({ state: 'noob' })
  await user.click(await screen.findByRole('button', { name: 'Send application' }))
  expect(await screen.findByText('Your application is sent')).toBeTruthy()
})
