import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Device, type DeviceKind, devices } from '@spacekeeper/contract/devices.ts'
import { fleets, type Trial } from '@spacekeeper/contract/fleets.ts'
import { interlocks } from '@spacekeeper/contract/interlocks.ts'
import { members, type MemberSummary } from '@spacekeeper/contract/members.ts'
import { fakeServer } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import { makeDevice } from '../devices/make-device.ts'

const someTime = '2026-01-05T10:00:00.000Z'
const aDevice = (kind: DeviceKind): Device => makeDevice({ kind })
const bo: MemberSummary = {
  id: 7,
  fullName: 'Bo Lindqvist',
  screenName: 'bo',
  email: 'bo@example.org',
  state: 'active',
  isSuspended: false,
  isAdmin: false,
  permissions: [],
  lastSeen: null,
}
const prices = {
  costPerSessionCents: 50,
  costPerHourCents: 600,
  costPerKwhCents: 0,
  maxSessionMinutes: 90,
  minBalanceCents: 500,
}

let server: ReturnType<typeof fakeServer>
let trial: Trial
beforeEach(() => {
  server = fakeServer()
  trial = {
    outcome: 'works',
    reason: null,
    isWithheld: false,
    member: { id: 7, name: 'Bo Lindqvist' },
    endedCard: null,
    keepsList: false,
    isOnOwnList: null,
    balanceCents: null,
    prices: null,
    runningUse: null,
  }
  server.on(fleets.listStates, () => ({ lists: [] }))
  server.on(fleets.tryCard, () => trial)
  server.on(interlocks.getPrices, () => prices)
  server.on(devices.listHolders, () => ({ holders: [], total: 0 }))
  server.on(members.search, () => ({ members: [bo], total: 1 }))
})
const paths = { door: 'doors', interlock: 'interlocks', memberbucks: 'memberbucks' } as const
const open = async (kind: DeviceKind, permissions: ('access' | 'devices')[] = ['access', 'devices']) => {
  server.on(devices.get, () => aDevice(kind))
  const profile = aProfile({ staffPermissions: permissions })
  const { user } = await renderPortal({ path: `/manage/devices/${paths[kind]}/1`, server, profile })
  return { user, card: within(await screen.findByRole('region', { name: 'Try a card' })) }
}

test('a member is found by name, and what the door would do is said with the list it has', async () => {
  trial = { ...trial, outcome: 'opensStill', reason: 'noGrant', keepsList: true, isOnOwnList: true }
  const { user, card } = await open('door')
  await user.type(card.getByRole('combobox', { name: 'Member' }), 'bo')
  await user.click(await screen.findByRole('option', { name: 'Bo Lindqvist' }))
  expect(await card.findByText('The door would still open')).toBeTruthy()
  expect(
    card.getByText(
      'Bo Lindqvist has no grant for it. The door’s own list has the card. It goes by that list until it is back online.',
    ),
  ).toBeTruthy()
  expect(server.sentTo(fleets.tryCard)).toMatchObject([{ params: { deviceId: '1' }, query: { memberId: '7' } }])
})

test('a machine says the balance, the price and who uses it', async () => {
  trial = { ...trial, balanceCents: 900, prices, runningUse: { name: 'Cy Moreau', since: someTime } }
  const { user, card } = await open('interlock')
  await user.type(card.getByRole('combobox', { name: 'Member' }), 'bo')
  await user.click(await screen.findByRole('option', { name: 'Bo Lindqvist' }))
  expect(await card.findByText('The machine would start')).toBeTruthy()
  expect(
    card.getByText(
      /^Bo Lindqvist may use it\. Balance: \$9\.00\. An hour costs \$6\.50, without energy\. It asks for at least \$5\.00\. It switches off after 90 minutes\. Cy Moreau has been using it since /,
    ),
  ).toBeTruthy()
})

test('whoever may not look members up types the number of a card', async () => {
  trial = {
    ...trial,
    outcome: 'refused',
    reason: 'unknownCard',
    member: null,
    endedCard: { state: 'lost', name: 'Di' },
  }
  const { user, card } = await open('memberbucks', ['devices'])
  expect(card.queryByRole('combobox')).toBeNull()
  await user.type(card.getByRole('textbox', { name: 'Card number' }), ' 4711 {Enter}')
  expect(await card.findByText('It would be refused')).toBeTruthy()
  expect(card.getByText('This card of Di was reported lost and opens nothing.')).toBeTruthy()
  expect(server.sentTo(fleets.tryCard)).toMatchObject([{ query: { card: '4711' } }])
})
