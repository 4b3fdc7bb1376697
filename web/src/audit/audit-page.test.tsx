import { auditApi } from '@spacekeeper/contract/audit/routes.ts'
import type { AuditEntry, NamedThing } from '@spacekeeper/contract/audit/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

const plain = (text: string) => ({ text, memberId: null })

const anEntry = (id: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-01-05T10:00:00.000Z',
  group: 'access',
  sentence: [{ text: 'Ada Lovelace', memberId: 1 }, plain(` took Front door from Bo No ${id}`)],
  facts: [],
  ...more,
})

let server: ReturnType<typeof fakeServer>

let kept: AuditEntry[]

beforeEach(() => {
  server = fakeServer()
  kept = []
  server.on(auditApi.list, ({ query }) => {
    const older = kept.filter(({ id }) => query.before === undefined || id < Number(query.before))
    const found = older.filter(({ group }) => query.group === undefined || group === query.group)
    return { entries: found.slice(0, 50), hasMore: found.length > 50 }
  })
})

const open = () => renderPortal({ path: '/manage/audit', server, profile: aProfile({ admin: true }) })

const lastQuery = () => server.calls.findLast(({ route }) => route.path === auditApi.list.path)?.query

test('an empty audit says what will appear here', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'Nothing happened yet' })).toBeTruthy()
})

test('an event is a sentence whose people lead to their page, and its change is before and after', async () => {
  const facts = [
    { name: 'First name', isChange: true, from: 'Bo', to: 'Bodil' },
    { name: 'Vehicle plate', isChange: true, from: null, to: 'ABC' },
    { name: 'From address', isChange: false, from: null, to: '10.0.0.7' },
  ]
  kept = [anEntry(1, { facts })]
  await open()
  expect(await screen.findByText(/took Front door from Bo No 1/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')).toBe('/manage/members/1')
  const row = within(screen.getByRole('row', { name: /First name/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Bo', 'Bodil'])
  expect(screen.getByRole('row', { name: 'Vehicle plate nothing ABC' })).toBeTruthy()
  expect(screen.getByText(/From address: 10.0.0.7/)).toBeTruthy()
})

test('a filter asks the server, says when nothing fits, and is cleared', async () => {
  kept = [anEntry(1)]
  const { user } = await open()
  await screen.findByText(/Bo No 1/)
  await user.click(screen.getByRole('combobox', { name: 'What' }))
  await user.click(await screen.findByRole('option', { name: 'Settings' }))
  expect(await screen.findByRole('heading', { name: 'Nothing matches these filters' })).toBeTruthy()
  expect(lastQuery()).toMatchObject({ group: 'settings' })
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText(/Bo No 1/)).toBeTruthy()
})

test('who did it is found by typing', async () => {
  const noah: NamedThing = { kind: 'member', id: 7, name: 'Noah Kaur' }
  server.on(auditApi.findNames, () => ({ names: [noah] }))
  const { user } = await open()
  await user.click(await screen.findByRole('textbox', { name: 'Who did it' }))
  await user.click(await screen.findByRole('option', { name: 'Noah Kaur' }))
  await expect.poll(lastQuery).toMatchObject({ actorId: '7' })
})

test('older events come when asked for, and new ones by themselves', async () => {
  kept = Array.from({ length: 60 }, (_, at) => anEntry(60 - at))
  const { user, client } = await open()
  await user.click(await screen.findByRole('button', { name: 'Show older' }))
  expect(await screen.findByText(/Bo No 1$/)).toBeTruthy()
  kept = [anEntry(61), ...kept]
  await refreshTopic(client, 'audits')
  expect(await screen.findByText(/Bo No 61/)).toBeTruthy()
})

test('an audit that cannot be loaded says so and can be tried again', async () => {
  server.on(auditApi.list, () => refuse('serverError'))
  await open()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a member is told that this is not for members', async () => {
  await renderPortal({ path: '/manage/audit', server, profile: aProfile() })
  expect(screen.queryByText('Who did it')).toBeNull()
  expect(server.calls.some(({ route }) => route.path === auditApi.list.path)).toBe(false)
})
