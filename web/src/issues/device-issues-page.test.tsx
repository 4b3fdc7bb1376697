import type { DeviceIssues, StaffIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { staffIssuesApi } from '@spacekeeper/contract/issues/staff-routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const issue: StaffIssue = {
  id: 5,
  title: 'Blade is loose',
  device: { id: 7, name: 'Table saw' },
  area: '',
  state: 'open',
  isUnsafe: true,
  reportedAt: '2027-03-10T10:00:00.000Z',
  reporter: 'Bo Berg',
  isMaintenance: false,
  owner: null,
  dueOn: null,
  isOverdue: false,
  members: 2,
  pictures: 1,
  failedChannels: [],
}

const plan: DeviceIssues['plans'][number] = {
  id: 4,
  title: 'Grease the spindle',
  instructions: '',
  every: 50,
  unit: 'hours',
  lastDoneOn: '2027-01-10',
  hoursSince: 61.5,
  dueOn: null,
  isDue: true,
  issueId: 5,
}

let server: ReturnType<typeof fakeServer>
let facts: DeviceIssues
beforeEach(() => {
  server = fakeServer()
  facts = {
    device: { id: 7, name: 'Table saw', kind: 'interlock' },
    isLockedOut: false,
    lockoutReason: null,
    runningSeconds: 360_000,
    uses: 80,
    issues: [issue],
    hasMore: false,
    plans: [plan],
  }
  server.on(staffIssuesApi.getDeviceIssues, () => facts)
})

const open = (staffPermissions: 'devices' | 'money' = 'devices') =>
  renderPortal({
    path: '/manage/issues/device/7',
    server,
    profile: aProfile({ staffPermissions: [staffPermissions] }),
  })

test('maintenance of a machine is added with a whole number, and marked as done', async () => {
  server.on(staffIssuesApi.addPlan, () => ({ id: 8 }))
  server.on(staffIssuesApi.completePlan, () => undefined)
  const { user } = await open()
  await screen.findByText(/In use for 100 hours\. Used 80 times\./)
  const plans = within(screen.getByRole('region', { name: 'Maintenance' }))
  plans.getByText(/Every 50 running hours\. .*61\.5 hours since then\./)
  await user.click(plans.getByRole('button', { name: 'Add maintenance' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^What’s done/ }), 'Oil it')
  await user.type(dialog.getByRole('textbox', { name: /^Every/ }), '1.5')
  await user.click(dialog.getByRole('button', { name: 'Add maintenance' }))
  await dialog.findByText('A whole number.')
  await user.clear(dialog.getByRole('textbox', { name: /^Every/ }))
  await user.type(dialog.getByRole('textbox', { name: /^Every/ }), '20')
  await user.click(dialog.getByRole('button', { name: 'Add maintenance' }))
  await screen.findByText('Maintenance saved')
  expect(server.sentTo(staffIssuesApi.addPlan)[0]?.body).toMatchObject({ title: 'Oil it', every: 20, unit: 'hours' })
  await user.click(plans.getByRole('button', { name: 'Done now: Grease the spindle' }))
  await user.click(await screen.findByRole('button', { name: 'Mark as done' }))
  await screen.findByText('Grease the spindle is done')
})

test('what was reported of a machine leads to each report, and back to all of them', async () => {
  await open()
  const reports = within(await screen.findByRole('region', { name: 'Everything that was reported' }))
  expect(reports.getByRole('link', { name: 'Blade is loose' }).getAttribute('href')).toBe('/manage/issues/5')
  const report = screen.getByRole('link', { name: 'Report a problem with Table saw' })
  expect(report.getAttribute('href')).toBe('/tools/issue?place=Table+saw')
})

test('a locked door without a report says why it is locked, and shows no running hours', async () => {
  const device = { id: 7, name: 'Back door', kind: 'door' as const } // the literal is wanted
  facts = {
    ...facts,
    device,
    isLockedOut: true,
    lockoutReason: 'New lock',
    runningSeconds: null,
    issues: [],
    plans: [],
  }
  await open()
  expect(await screen.findByText('New lock')).toBeTruthy()
  expect(screen.getByText('Nothing was reported of this device yet.')).toBeTruthy()
  expect(screen.queryByText(/hours in/)).toBeNull()
})

test('staff who do not look after devices are led away', async () => {
  const { router } = await open('money')
  expect(router.state.location.pathname).toBe('/error/403')
})
