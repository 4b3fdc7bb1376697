import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { MyPlan } from '@spacekeeper/contract/billing/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refuse } from '#platform/api/fake-server.testing.ts'
import { aMyPlan, openMyPlan, planServer } from './my-plan.testing.ts'

let server: ReturnType<typeof planServer>

beforeEach(() => {
  server = planServer()
})

const open = (mine: MyPlan) => openMyPlan(server, mine)

test('a household shows its people and free places, and a wrong address is refused', async () => {
  server.on(billingApi.invite, () => refuse('householdFull'))
  const person = {
    id: 4,
    memberId: 9,
    name: 'Kim Berg',
    role: 'child' as const,
    joinedOn: '2026-03-01',
    hasAccess: true,
  }
  const { user } = await open(aMyPlan({ household: { maxPeople: 3, people: [person], invitations: [] } }))
  const region = await screen.findByRole('region', { name: 'Household' })
  expect(region.textContent).toContain('One place is free.')
  expect(within(region).getByRole('button', { name: 'Remove Kim Berg' })).toBeTruthy()
  await user.click(within(region).getByRole('button', { name: 'Invite a person' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite a person to your household' })
  await user.type(within(dialog).getByLabelText(/^Their email/), 'nonsense')
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  await within(dialog).findByText('Please enter a valid email.')
  await user.type(within(dialog).getByLabelText(/^Their email/), '@example.org')
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  await within(dialog).findByText('There’s no free place in this household.')
})

test('a member of another’s household reads who pays, and leaves after being asked', async () => {
  server.on(billingApi.removePerson, () => undefined)
  const paidBy = { id: 4, payer: 'Pat Payer', plan: 'Family', tier: 'Full', accessUntil: '2026-04-08', hasAccess: true }
  const { user } = await open(aMyPlan({ subscription: null, paidBy }))
  await user.click(await screen.findByRole('button', { name: 'Leave household' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave the household of Pat Payer?' })
  await user.click(within(dialog).getByRole('button', { name: 'Leave household' }))
  expect(await screen.findByText('You left the household.')).toBeTruthy()
})

test('a hundred invoices come a page at a time, each with its PDF', async () => {
  const invoice = (number: number) => ({
    id: number,
    number,
    kind: 'invoice' as const,
    issuedOn: '2026-03-01',
    totalCents: 6500,
    currency: 'AUD',
    description: 'Monthly',
    movedTo: number === 100 ? [{ from: '2026-04-04', to: '2026-05-04' }] : [],
    isPaid: number % 2 === 0,
  })
  const numbers = Array.from({ length: 100 }, (_, at) => 100 - at)
  server.on(billingApi.listMyInvoices, ({ query }) => {
    const rest = numbers.filter((number) => number < Number(query['before'] ?? 1000))
    return { invoices: rest.slice(0, 25).map(invoice), hasMore: rest.length > 25 }
  })
  server.on(billingApi.downloadMyInvoice, () => ({
    name: 'invoice-100.pdf',
    mediaType: 'application/pdf',
    content: 'x',
  }))
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined }))
  const kept = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await open(aMyPlan())
  const region = await screen.findByRole('region', { name: 'Invoices' })
  await within(region).findByText('Invoice 100')
  await within(region).findByText(/They are now: .*Apr 4 – .*May 3/)
  expect(within(region).getAllByRole('listitem')).toHaveLength(25)
  await user.click(within(region).getByRole('button', { name: 'Show more' }))
  await within(region).findByText('Invoice 51')
  await user.click(within(region).getByRole('button', { name: 'Download Invoice 100 as PDF' }))
  await waitFor(() => expect(kept).toHaveBeenCalledOnce())
})
