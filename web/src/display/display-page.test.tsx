import { displayApi } from '@spacekeeper/contract/display/routes.ts'
import { kiosksApi } from '@spacekeeper/contract/kiosks/routes.ts'
import type { OwnKiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { fakeEventSources } from '#platform/live/event-source.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal } from '../portal.testing.tsx'
import { aView } from './display.testing.ts'

const own: OwnKiosk = {
  kind: 'display',
  state: 'authorised',
  name: 'Wall',
  kioskId: 'screen',
  pairingCode: null,
  onSite: null,
  guestsOnSite: null,
  visitorsOnSite: null,
  meetingId: null,
  nextOpening: null,
}

let server: ReturnType<typeof fakeServer>
let view = aView()

beforeEach(() => {
  view = aView()
  localStorage.clear()
  server = fakeServer()
  server.on(kiosksApi.register, () => own)
  server.on(displayApi.getView, () => view)
})
afterEach(() => void vi.useRealTimers())

const open = () => renderPortal({ path: '/display', server, config: defaultSite })

test('a screen that is not authorised yet shows its code', async () => {
  server.on(kiosksApi.register, () => ({ ...own, state: 'pending' as const, pairingCode: '482913' }))
  await open()
  await screen.findByRole('heading', { name: 'Set up this wall display' })
  screen.getByText('482 913')
  expect(server.sentTo(kiosksApi.register)[0]?.body).toMatchObject({ kind: 'display' })
  expect(server.sentTo(displayApi.getView)).toEqual([])
})

test('views follow one another, each for its seconds, and those with nothing to say are left out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  view = aView({
    here: { members: 3, guests: 1, visitors: 0, names: ['Bobby', 'Kay'] },
    slides: [{ id: 1, title: 'Open day', text: 'Saturday', picture: null, seconds: 40 }],
  })
  await open()
  await screen.findByRole('heading', { name: 'When we are open' })
  act(() => void vi.advanceTimersByTime(15_000))
  await screen.findByRole('heading', { name: 'Who is here' })
  screen.getByText('Bobby')
  screen.getByText('and 1 more member')
  act(() => void vi.advanceTimersByTime(15_000))
  await screen.findByRole('heading', { name: 'Open day' })
  act(() => void vi.advanceTimersByTime(38_000))
  screen.getByRole('heading', { name: 'Open day' })
  act(() => void vi.advanceTimersByTime(3000))
  expect(await screen.findByRole('heading', { name: 'When we are open' })).toBeTruthy()
})

/** Each row of a list is 100 pixels high, and the box has room for so many. */
const giveRoomFor = (rows: number) => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return this.querySelectorAll('li').length * 100
  })
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(rows * 100)
  onTestFinished(() => void vi.restoreAllMocks())
}

test('no row is cut off: what there is no room for is counted', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  giveRoomFor(5)
  const since = '2027-02-02T14:00:00Z'
  view = aView({
    here: { members: 60, guests: 0, visitors: 0, names: Array.from({ length: 36 }, (_, n) => `Member ${n + 1}`) },
    broken: {
      total: 100,
      devices: Array.from({ length: 8 }, (_, n) => ({ name: `Lathe ${n + 1}`, why: 'locked' as const, since })),
    },
  })
  await open()
  await screen.findByRole('heading', { name: 'When we are open' })
  act(() => void vi.advanceTimersByTime(15_000))
  await screen.findByRole('heading', { name: 'Who is here' })
  screen.getByText('Member 4')
  expect(screen.queryByText('Member 5')).toBeNull()
  screen.getByText('and 56 more members')
  act(() => void vi.advanceTimersByTime(15_000))
  await screen.findByRole('heading', { name: 'Out of order' })
  screen.getByText(/^Lathe 4/)
  expect(screen.queryByText(/^Lathe 5/)).toBeNull()
  screen.getByText('and 96 more')
})

test('where openings leave no room for meetings, the next meeting stays', async () => {
  giveRoomFor(4)
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  view = aView({
    openings: [1, 2, 3, 4, 5].map((days) => ({ startsAt: at(days), endsAt: at(days + 0.1), note: `Day ${days}` })),
    meetings: [6, 7].map((days) => ({ name: `Meeting ${days}`, startsAt: at(days), place: '' })),
  })
  await open()
  await screen.findByText('Meeting 6')
  screen.getByText('Day 3')
  expect(screen.queryByText('Day 4')).toBeNull()
  expect(screen.queryByText('Meeting 7')).toBeNull()
})

test('it says that it lost the connection, how old what it shows is, and is right again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  view = aView({ space: { isOpen: true, message: 'Come in' } })
  await open()
  await screen.findByText('Come in')
  server.on(displayApi.getView, () => refuse('databaseAway'))
  server.on(kiosksApi.register, () => refuse('databaseAway'))
  for (let times = 0; times < 13; times += 1) await act(() => vi.advanceTimersByTimeAsync(10_000))
  await screen.findByText(/^No connection\. Last updated at .*, 2 min ago\.$/)
  screen.getByText('Come in')
  view = aView({ space: { isOpen: false, message: '' } })
  server.on(displayApi.getView, () => view)
  server.on(kiosksApi.register, () => own)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await screen.findByText('Closed')
  expect(screen.queryByText(/No connection/)).toBeNull()
})

test('it listens and asks when it hears, and asks by itself while the line is down', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const lines = fakeEventSources()
  view = aView({ space: { isOpen: true, message: 'Come in' } })
  await open()
  await screen.findByText('Come in')
  expect(lines.addresses()[0]).toMatch(/^\/api\/display\/events\/\?ageMs=\d+$/)
  const asked = () => server.sentTo(displayApi.getView).length
  /** So long with a beat every three seconds, or without. */
  const pass = async (seconds: number, hears: boolean) => {
    for (let at = 0; at < seconds; at += 3) {
      if (hears) lines.last().hear('beat')
      await act(() => vi.advanceTimersByTimeAsync(3000))
    }
  }
  await act(async () => lines.last().onopen?.())
  const first = asked()
  await pass(48, true)
  expect(asked()).toBe(first)
  view = aView({ space: { isOpen: false, message: 'Back soon' } })
  await act(async () => lines.last().hear('message', { topic: 'display' }))
  await screen.findByText('Back soon')
  expect(screen.queryByText(/No connection/)).toBeNull()
  const second = asked()
  await pass(48, false)
  expect(asked()).toBeGreaterThan(second + 2)
})

test('it stays where it is when its line opens late and the portal says that no member is logged in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const lines = fakeEventSources()
  view = aView({ space: { isOpen: true, message: 'Come in' } })
  const { router } = await open()
  await screen.findByText('Come in')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  await act(async () => lines.last().onopen?.())
  await waitFor(() => expect(server.sentTo(profileApi.get)).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(router.state.location.pathname).toBe('/display')
  screen.getByText('Come in')
})

test('the turning stops and goes on by the buttons', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Next view' }))
  await screen.findByRole('heading', { name: 'Who is here' })
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  act(() => void vi.advanceTimersByTime(60_000))
  screen.getByRole('heading', { name: 'Who is here' })
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
})

test('what is out of order says what to do', async () => {
  view = aView({
    here: null,
    broken: { total: 9, devices: [{ name: 'Kiln', why: 'unsafe', since: '2027-02-02T14:00:00Z' }] },
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Next view' }))
  await screen.findByText('Kiln')
  screen.getByText('Reported unsafe: don’t use it')
  expect(screen.getByText('and 8 more')).toBeTruthy()
})
