import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import { interlocksApi } from '@spacekeeper/contract/interlocks/routes.ts'
import type { HeldUse } from '@spacekeeper/contract/interlocks/shapes.ts'
import { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { makeDevice } from '../devices/device.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const kiln = makeDevice({ id: 4, kind: 'interlock', name: 'Kiln', serial: 'kiln' })

const held: HeldUse = {
  id: '00000000-0000-4000-8000-000000000004',
  deviceId: 4,
  deviceName: 'Kiln',
  memberId: 7,
  memberName: 'Bo Berg',
  startedAt: '2026-03-01T10:00:00Z',
  endedAt: '2026-03-01T10:30:00Z',
  energyKwh: 1,
  jumpKwh: 899_989,
  ratedWatts: 15_000,
  acceptedCents: 50_000,
  rejectedCents: 200,
  canDecide: true,
}

let server: ReturnType<typeof fakeServer>
let uses: HeldUse[]
let isBalanceOn: boolean
beforeEach(() => {
  server = fakeServer()
  uses = [held]
  isBalanceOn = true
  server.on(devicesApi.get, () => kiln)
  server.on(monitoringApi.listUsage, () => ({
    members: [],
    total: 0,
    sums: { count: 0, refused: 0, unknown: 0, seconds: 0, costCents: 0, held: 0 },
  }))
  server.on(interlocksApi.listHeldUses, () => ({ uses }))
})
const open = () =>
  renderPortal({
    path: '/manage/devices/interlocks/4?tab=use',
    server,
    profile: aProfile({ staffPermissions: ['devices'] }),
    config: { ...defaultSite, features: { ...defaultSite.features, enableMemberBucks: isBalanceOn } },
  })

test('staff read why a use is not charged, and charge it without the jump or with it', async () => {
  server.on(interlocksApi.decideHeldUse, () => {
    uses = []
    return { costCents: 200 }
  })
  const { user } = await open()
  expect(await screen.findByText(/jumped by 899,989 kWh, and the machine draws at most 15 kW/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Accept the reading of Kiln, charge Bo Berg $500.00' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ignore the jump of Kiln, charge Bo Berg $2.00' }))
  await waitFor(() => expect(server.sentTo(interlocksApi.decideHeldUse)[0]?.body).toEqual({ isAccepted: false }))
  expect(await screen.findByText('Bo Berg was charged $2.00.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Uses that need a decision')).toBeNull())
})

test('a decision that another member of staff made first is said, and the list is read again', async () => {
  server.on(interlocksApi.decideHeldUse, () => {
    uses = []
    return refuse('alreadyDecided')
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: /^Accept the reading/ }))
  expect(await screen.findByText('This has already been decided.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Uses that need a decision')).toBeNull())
})

test.each([
  ['goes on', { endedAt: null, canDecide: false }, true, /^Still in use/],
  ['is their own', { canDecide: false }, true, /^Another member of staff/],
  ['cannot be charged, with balances off,', {}, false, /^Prepaid balances are turned off/],
])('a use that %s is shown without a way to decide', async (_, facts, isOn, words) => {
  uses = [{ ...held, ...facts }]
  isBalanceOn = isOn
  await open()
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /charge/ })).toBeNull()
})
