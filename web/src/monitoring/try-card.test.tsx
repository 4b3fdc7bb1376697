import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import type { DeviceKind, Device } from '@spacekeeper/contract/devices/shapes.ts'
import { interlocksApi } from '@spacekeeper/contract/interlocks/routes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberSummary } from '@spacekeeper/contract/members/shapes.ts'
import { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import type { Trial } from '@spacekeeper/contract/monitoring/shapes.ts'
import { within, screen } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { makeDevice } from '../devices/device.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

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
  maxCostCents: null,
  ratedWatts: null,
}

let server: ReturnType<typeof fakeServer>

let trial: Trial

beforeEach(() => {
  server = fakeServer()
  trial = {
    outcome: 'works',
    reason: null,
    isWithheld: false,
    missingCertificates: [],
    member: { id: 7, name: 'Bo Lindqvist' },
    endedCard: null,
    keepsList: false,
    isOnOwnList: null,
    balanceCents: null,
    prices: null,
    runningUse: null,
  }
  server.on(monitoringApi.listCardLists, () => ({ lists: [] }))
  server.on(monitoringApi.tryCard, () => trial)
  server.on(interlocksApi.getPrices, () => prices)
  server.on(accessApi.listHolders, () => ({ holders: [], total: 0 }))
  server.on(membersApi.search, () => ({ members: [bo], total: 1 }))
})

const paths = { door: 'doors', interlock: 'interlocks', memberbucks: 'memberbucks' } as const

const open = async (kind: DeviceKind, permissions: ('access' | 'devices')[] = ['access', 'devices']) => {
  server.on(devicesApi.get, () => aDevice(kind))
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
      'Bo Lindqvist doesn’t have access to it. The door’s own list has the card. It uses that list until it’s back online.',
    ),
  ).toBeTruthy()
  expect(server.sentTo(monitoringApi.tryCard)).toMatchObject([{ params: { deviceId: '1' }, query: { memberId: '7' } }])
})

test('a machine says the balance, the price and who uses it', async () => {
  trial = { ...trial, balanceCents: 900, prices, runningUse: { name: 'Cy Moreau', since: someTime } }
  const { user, card } = await open('interlock')
  await user.type(card.getByRole('combobox', { name: 'Member' }), 'bo')
  await user.click(await screen.findByRole('option', { name: 'Bo Lindqvist' }))
  expect(await card.findByText('The machine would start')).toBeTruthy()
  expect(
    card.getByText(
      /^Bo Lindqvist can use it\. Balance: \$9\.00\. An hour costs \$6\.50, without energy\. It needs at least \$5\.00\. It switches off after 90 minutes\. Cy Moreau has been using it since /,
    ),
  ).toBeTruthy()
})

test('staff who may not look members up type the number of a card', async () => {
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
  expect(await card.findByText('The card would be refused')).toBeTruthy()
  expect(card.getByText('This card of Di was reported lost and no longer works.')).toBeTruthy()
  expect(server.sentTo(monitoringApi.tryCard)).toMatchObject([{ query: { card: '4711' } }])
})
