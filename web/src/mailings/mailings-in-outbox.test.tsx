import { mailingsApi } from '@spacekeeper/contract/mailings/routes.ts'
import type { Mailing } from '@spacekeeper/contract/mailings/shapes.ts'
import { messagesApi } from '@spacekeeper/contract/messages/routes.ts'
import type { MessageSummary } from '@spacekeeper/contract/messages/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aMailing } from './mailing.testing.ts'

const aMessage = (id: number, to: string): MessageSummary => ({
  id,
  channel: 'email',
  member: null,
  to,
  subject: 'Kiln',
  state: 'sent',
  attempts: 1,
  error: null,
  hasFiles: false,
  createdAt: '2026-01-05T10:00:00.000Z',
  sentAt: null,
})

let server: ReturnType<typeof fakeServer>
let mailing: Mailing
let isMailConfigured: boolean
beforeEach(() => {
  server = fakeServer()
  mailing = aMailing({ id: 7, total: 2887, sent: 1200, waiting: 1687, isDone: false })
  isMailConfigured = true
  server.on(messagesApi.list, ({ query }) => ({
    messages:
      query.mailing === undefined
        ? [aMessage(9, 'new@example.org'), aMessage(2, 'old@example.org')]
        : [aMessage(5, 'bo@example.org')],
    mailings: query.mailing === undefined ? [{ ...mailing, place: 5 }] : [],
    next: null,
    hasMore: false,
    isMailConfigured,
    mailProblems: [],
    isSmsConfigured: true,
    kept: null,
  }))
  server.on(messagesApi.listFailedJobs, () => ({ jobs: [] }))
  server.on(mailingsApi.get, () => mailing)
})
const open = (path = '/manage/messages') => renderPortal({ path, server, profile: aProfile({ admin: true }) })

test('a mailing is one row among the messages, with how far it is, and leads to its recipients', async () => {
  const { user } = await open()
  await screen.findByText('To 2,887 members')
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  const at = (text: string) => rows.findIndex((row) => row?.includes(text))
  expect(at('new@example.org')).toBeLessThan(at('2,887 members'))
  expect(at('2,887 members')).toBeLessThan(at('old@example.org'))
  await user.click(screen.getByRole('link', { name: /1,200 of 2,887 sent/ }))
  expect(await screen.findByRole('heading', { name: 'Kiln' })).toBeTruthy()
  expect(await screen.findByText('bo@example.org')).toBeTruthy()
  await waitFor(() => expect(server.sentTo(messagesApi.list).at(-1)?.query).toEqual({ mailing: '7' }))
})

test('a mailing is stopped after it was asked, and says so', async () => {
  server.on(mailingsApi.stop, () => {
    mailing = aMailing({
      id: 7,
      total: 2887,
      sent: 1200,
      cancelled: 1687,
      stopped: { at: mailing.startedAt, by: 'Bo' },
    })
    return { cancelled: 1687 }
  })
  const { user } = await open('/manage/messages?mailing=7')
  await user.click(await screen.findByRole('button', { name: 'Stop this mailing' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop this mailing?' }))
  expect(dialog.getByText(/^1,687 emails that are not sent yet are cancelled/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Stop this mailing' }))
  expect(await screen.findByText('Mailing stopped, 1,687 emails were not sent')).toBeTruthy()
  expect(await screen.findByText(/1,687 cancelled/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Stop this mailing' })).toBeNull()
})

test('what failed is sent again with one press', async () => {
  mailing = aMailing({ id: 7, sent: 1, failed: 2 })
  server.on(mailingsApi.retry, () => ({ retried: 2 }))
  const { user } = await open('/manage/messages?mailing=7')
  await user.click(await screen.findByRole('button', { name: 'Send 2 failed again' }))
  expect(await screen.findByText('Sending 2 emails again')).toBeTruthy()
})

test('without a mail server a mailing says so and offers no sending', async () => {
  isMailConfigured = false
  mailing = aMailing({ id: 7, sent: 0, kept: 3 })
  await open('/manage/messages?mailing=7')
  expect(await screen.findByText('They can be sent once there is a mail server.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Send all/ })).toBeNull()
})
