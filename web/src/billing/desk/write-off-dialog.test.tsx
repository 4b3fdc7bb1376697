import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import type { PlanEffect } from '@spacekeeper/contract/billing/lost-charge-shapes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aCharge } from './payments.testing.ts'

const effect = (memberId: number, memberName: string, more: Partial<PlanEffect> = {}): PlanEffect => ({
  memberId,
  memberName,
  plan: 'Full membership',
  isAccessOver: true,
  people: 1,
  ifKept: {
    accessUntil: '2026-03-19',
    bill: { cents: 6500, currency: 'AUD', dueOn: '2026-03-12' },
    nextFrom: '2026-04-12',
  },
  ifEnded: { owed: [{ currency: 'AUD', cents: 2000 }] },
  ...more,
})
const none = { count: 0, sums: [], members: [] }
const dialog = () => within(screen.getByRole('dialog'))

test('writing off asks what becomes of each plan, and says what follows of either', async () => {
  const server = fakeServer()
  server.on(membersApi.listPlans, () => ({ plans: [] }))
  server.on(deskApi.deskSummary, () => ({
    today: '2026-03-12',
    owing: none,
    losingAccess: none,
    credits: none,
  }))
  server.on(deskApi.deskCharges, () => ({
    charges: [aCharge(1, { memberName: 'Noah Kaur' }), aCharge(2, { memberName: 'Bo Smith' })],
    count: 2,
    sums: [{ currency: 'AUD', cents: 13_000 }],
  }))
  const kept = { accessUntil: '2026-03-14', bill: null, nextFrom: '2026-04-01' }
  server.on(deskApi.previewWriteOff, () => ({
    plans: [effect(1, 'Noah Kaur'), effect(2, 'Bo Smith', { isAccessOver: false, people: 0, ifKept: kept })],
  }))
  server.on(deskApi.writeOff, () => ({
    writtenOff: 1,
    sums: [{ currency: 'AUD', cents: 6500 }],
    plansEnded: 1,
    skipped: [
      { chargeId: 2, memberName: 'Bo Smith', reason: 'changed' as const },
      { chargeId: 3, memberName: 'Ida Holm', reason: 'keptAtStripe' as const },
    ],
  }))
  const { user } = await renderPortal({
    path: '/manage/payments',
    server,
    profile: aProfile({ id: 99, staffPermissions: ['money', 'members'] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Choose all shown' }))
  await user.click(screen.getByRole('button', { name: 'Write off' }))
  const noah = await dialog().findByRole<HTMLInputElement>('checkbox', { name: 'End the plan of Noah Kaur, too' })
  expect(noah.checked).toBe(true)
  expect(dialog().getByText(/^Their plan ends today/)).toBeTruthy()
  expect(dialog().getByText('It ends for the other member of their household as well.')).toBeTruthy()
  expect(dialog().getByText('They still owe $20.00.')).toBeTruthy()
  expect(dialog().getByText(/^They have access until .*14/)).toBeTruthy()
  expect(dialog().getByText(/^The period from .* is billed as usual\.$/)).toBeTruthy()
  await user.click(noah)
  expect(dialog().getByText(/^Their access comes back, until .*19/)).toBeTruthy()
  expect(dialog().getByText(/^We bill them \$65\.00 for the next period, due .*12/)).toBeTruthy()
  await user.click(noah)
  await user.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'Vanished')
  await user.click(dialog().getByRole('button', { name: 'Write off 2 charges' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(deskApi.writeOff)[0]?.body).toEqual({
    charges: [
      { chargeId: 1, amountCents: 6500 },
      { chargeId: 2, amountCents: 6500 },
    ],
    reason: 'Vanished',
    endsPlanOf: [1],
  })
  expect(await screen.findByText('Written off: $65.00. One plan ended.')).toBeTruthy()
  expect(screen.getByText(/^Nothing was written off for Bo Smith/)).toBeTruthy()
  expect(screen.getByText(/^Nothing was done for Ida Holm: Stripe is still collecting/)).toBeTruthy()
})
