import { auditApi } from '@spacekeeper/contract/audit/routes.ts'
import type { LogEntry, DetailChange } from '@spacekeeper/contract/audit/shapes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberSummary } from '@spacekeeper/contract/members/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

const plain = (text: string) => ({ text, memberId: null })

const anEntry = (cursor: string, more: Partial<LogEntry> = {}): LogEntry => ({
  cursor,
  at: '2026-01-05T10:00:00.000Z',
  kind: 'swipes',
  outcome: 'refused',
  sentence: [plain('Front door')],
  detail: 'Refused, no grant',
  endedAt: null,
  facts: [],
  ...more,
})

const noah: MemberSummary = {
  id: 7,
  fullName: 'Noah Kaur',
  screenName: 'noahk',
  email: 'noah@example.org',
  state: 'active',
  isSuspended: false,
  isAdmin: false,
  permissions: [],
  lastSeen: null,
}

let server: ReturnType<typeof fakeServer>

let kept: LogEntry[]

let changes: DetailChange[]

let startedAt: string[]

beforeEach(() => {
  server = fakeServer()
  kept = []
  changes = []
  startedAt = []
  server.on(membersApi.get, () => noah)
  server.on(auditApi.memberLog, ({ query }) => {
    const text = query.text ?? ''
    const found = kept.filter(({ kind }) => query.kind === undefined || kind === query.kind)
    return { entries: found.filter(({ detail }) => detail.includes(text)), hasMore: false }
  })
  server.on(auditApi.detailHistory, () => ({ changes, hasMore: false, next: null }))
  server.on(auditApi.visitYear, () => ({ startedAt }))
})

const open = () =>
  renderPortal({
    path: '/manage/members/7?tab=log',
    server,
    profile: aProfile({ admin: true, staffPermissions: ['members'] }),
  })

test('a log in which nothing happened says what will stand there, and draws no year', async () => {
  await open()
  expect(await screen.findByText('Nothing happened yet')).toBeTruthy()
  expect(await screen.findByText('No details have been changed yet.')).toBeTruthy()
  expect(screen.queryByText(/visits? in a year/)).toBeNull()
})

test('the one stream is narrowed by what is chosen and by what is typed', async () => {
  kept = [anEntry('a'), anEntry('b', { kind: 'messages', sentence: [plain('Welcome')], detail: 'Mail to noah' })]
  const { user } = await open()
  expect(await screen.findByText('Front door')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Messages' }))
  expect(await screen.findByText('Welcome')).toBeTruthy()
  await expect.poll(() => screen.queryByText('Front door')).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Search this log' }), 'nowhere')
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
})

test('the history of details names field, before, after and who', async () => {
  const by = { text: 'Ada Lovelace', memberId: 1 }
  changes = [{ eventId: 3, at: '2026-01-05T10:00:00.000Z', by, field: 'First name', from: 'Noa', to: 'Noah' }]
  await open()
  const history = within(await screen.findByRole('region', { name: 'Change history' }))
  const line = await history.findByRole('listitem')
  expect(line.textContent).toMatch(/^First nameNoa → NoahAda Lovelace, Mon, /)
})

test('a year of visits has its figures beside the picture', async () => {
  startedAt = Array.from({ length: 5 }, (_, week) => new Date(Date.now() - week * 7 * 86_400_000).toISOString())
  const { user } = await open()
  const year = within(await screen.findByRole('region', { name: '5 visits in a year' }))
  expect(year.getByRole('img', { name: 'Visits by month and weekday' })).toBeTruthy()
  expect(year.getByText(/^Mostly \w+days?\.$/)).toBeTruthy()
  await user.click(year.getByRole('button', { name: 'Show the figures' }))
  expect(year.getAllByRole('row')).toHaveLength(13)
})
