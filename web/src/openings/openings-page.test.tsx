import { meetingsApi } from '@spacekeeper/contract/meetings/routes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberSummary } from '@spacekeeper/contract/members/shapes.ts'
import { openingsApi } from '@spacekeeper/contract/openings/routes.ts'
import type { OpeningPlan, PlannedOpening } from '@spacekeeper/contract/openings/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const config = { ...defaultSite, features: { ...defaultSite.features, enableOpenings: true } }

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

const anOpening = (id: number, more: Partial<PlannedOpening> = {}): PlannedOpening => ({
  id,
  startsAt: inHours(48),
  endsAt: inHours(50),
  plannedFor: null,
  note: '',
  keyHolder: 'Kay',
  isOwn: false,
  canChange: false,
  isWeekly: false,
  hasLater: false,
  times: { day: '2027-02-04', from: '18:00', until: '20:00' },
  ...more,
})

const aPlan = (openings: PlannedOpening[], more: Partial<OpeningPlan> = {}): OpeningPlan => ({
  times: openings.map((opening) => ({ startsAt: opening.startsAt, endsAt: opening.endsAt, openings: [opening] })),
  canAnnounce: false,
  presets: [],
  today: '2027-02-02',
  timeZone: 'Europe/Berlin',
  isFollowing: false,
  publicCalendar: null,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let plan = aPlan([])

beforeEach(() => {
  plan = aPlan([])
  server = fakeServer()
  server.on(openingsApi.getPlan, () => plan)
  server.on(openingsApi.getCalendar, () => ({ address: null }))
  server.on(openingsApi.listKeyHolders, () => ({ keyHolders: [] }))
  server.on(meetingsApi.listForMembers, () => ({ coming: [], past: [] }))
})

const open = (profile: Partial<Profile> = {}) =>
  renderPortal({ path: '/tools/openings', server, profile: aProfile(profile), config })

test('an empty plan says what would be there', async () => {
  await open()
  await screen.findByText('No opening is planned')
  expect(screen.queryByRole('heading', { name: 'I’ll open the space' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Key-holders' })).toBeNull()
})

test('an opening that begins now is open at once, also on a page that has stood there for a while', async () => {
  const { client } = await open()
  await screen.findByText('No opening is planned')
  plan = aPlan([anOpening(1, { startsAt: new Date().toISOString(), endsAt: inHours(2) })])
  await act(() => refreshTopic(client, 'openings'))
  expect(await screen.findByText(/^Open now until/)).toBeTruthy()
})

test('members read when it is open, by which key-holder, and that one is late', async () => {
  plan = aPlan([
    anOpening(1, { startsAt: inHours(-1), endsAt: inHours(2), note: 'Cake' }),
    anOpening(2, { plannedFor: inHours(47.5), keyHolder: null }),
  ])
  await open()
  await screen.findByText(/^Open now until/)
  const list = within(screen.getByRole('list', { name: 'Opening plan' }))
  list.getByText('by Kay')
  list.getByText('Cake')
  list.getByText('by a member')
  list.getByText(/^Later than planned/)
  expect(list.queryByRole('button')).toBeNull()
})

const presets: OpeningPlan['presets'] = [
  { kind: 'now', day: '2027-02-02', from: null, until: '22:00' },
  { kind: 'evening', day: '2027-02-02', from: '18:00', until: '22:00' },
]

test('a key-holder announces with one tap, and takes it back with the next', async () => {
  plan = aPlan([], { canAnnounce: true, presets })
  server.on(openingsApi.announce, () => ({ openingId: 7, count: 1 }))
  server.on(openingsApi.cancel, () => undefined)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: /^Tonight, 6:00\sPM to 10:00\sPM$/ }))
  await waitFor(() =>
    expect(server.sentTo(openingsApi.announce)[0]?.body).toEqual({ day: '2027-02-02', from: '18:00', until: '22:00' }),
  )
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.sentTo(openingsApi.cancel)).toHaveLength(1))
})

test('another time is typed, and what the server refuses stands at its field', async () => {
  plan = aPlan([], { canAnnounce: true, presets, today: '2099-02-02' })
  server.on(openingsApi.announce, () =>
    refuse('badInput', { fields: [{ field: 'until', message: 'This time is over.' }] }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Another time' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Announce opening' }))
  expect(await dialog.findByText('This time is over.')).toBeTruthy()
})

test('one who is late says so, and a series can be cancelled from one on', async () => {
  plan = aPlan([anOpening(3, { canChange: true, isOwn: true, isWeekly: true, hasLater: true })], {
    canAnnounce: true,
    presets,
  })
  server.on(openingsApi.sayLate, () => undefined)
  server.on(openingsApi.cancel, () => undefined)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: /^Actions for the opening on/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'I’m late' }))
  await user.click(screen.getByRole('radio', { name: '30 minutes' }))
  await user.click(screen.getByRole('button', { name: 'Say I’m late' }))
  await waitFor(() => expect(server.sentTo(openingsApi.sayLate)[0]?.body).toEqual({ minutes: 30 }))
  await user.click(await screen.findByRole('button', { name: /^Actions for the opening on/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel opening' }))
  await user.click(screen.getByRole('checkbox', { name: 'Cancel the later ones of this series, too' }))
  await user.click(screen.getByRole('button', { name: 'Cancel opening' }))
  await waitFor(() => expect(server.sentTo(openingsApi.cancel)[0]?.body).toEqual({ isWithLater: true }))
})

test('a member asks for emails', async () => {
  server.on(openingsApi.setFollowing, () => undefined)
  await open()
  const follow = await screen.findByRole('switch', { name: /^Email me about openings/ })
  fireEvent.click(follow)
  expect(follow).toHaveProperty('checked', true)
  await waitFor(() => expect(server.sentTo(openingsApi.setFollowing)[0]?.body).toEqual({ isFollowing: true }))
  await screen.findByText('Saved')
})

test('staff for access remove a key-holder after reading what that does', async () => {
  server.on(openingsApi.listKeyHolders, () => ({ keyHolders: [{ id: 4, name: 'Kay Key', since: inHours(-9) }] }))
  server.on(openingsApi.removeKeyHolder, () => undefined)
  const { user } = await open({ staffPermissions: ['access'] })
  await user.click(await screen.findByRole('button', { name: 'Remove Kay Key from the key-holders' }))
  await screen.findByText(/cancelled within ten minutes/)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.sentTo(openingsApi.removeKeyHolder)).toHaveLength(1))
})

test('members that were found before are not offered while others are looked for', async () => {
  let answer = () => {}
  const later = new Promise<void>((resolve) => {
    answer = resolve
  })
  const member = (id: number, fullName: string): MemberSummary => ({
    id,
    fullName,
    screenName: fullName,
    email: `m${id}@example.org`,
    state: 'active',
    isSuspended: false,
    isAdmin: false,
    permissions: [],
    lastSeen: null,
  })
  server.on(membersApi.search, async ({ query }) => {
    if ((query['text'] ?? '') === '') return { members: [member(1, 'Ada'), member(2, 'Gil')], total: 2 }
    await later
    return { members: [member(2, 'Gil')], total: 1 }
  })
  const { user } = await open({ staffPermissions: ['access'] })
  const field = await screen.findByRole('combobox', { name: 'Member' })
  await user.click(field)
  expect(await screen.findByRole('option', { name: 'Ada' })).toBeTruthy()
  await user.type(field, 'gil')
  await waitFor(() => expect(server.sentTo(membersApi.search).length).toBeGreaterThan(1))
  expect(screen.queryByRole('option')).toBeNull()
  answer()
  expect(await screen.findByRole('option', { name: 'Gil' })).toBeTruthy()
})
