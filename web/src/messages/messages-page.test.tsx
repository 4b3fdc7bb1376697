import { messagesApi } from '@spacekeeper/contract/messages/routes.ts'
import type { MessageFile, MessageSummary } from '@spacekeeper/contract/messages/shapes.ts'
import type { MailProblem } from '@spacekeeper/contract/messages/words.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'
const aMessage = (id: number, more: Partial<MessageSummary> = {}): MessageSummary => ({
  id,
  channel: 'email',
  member: null,
  to: `m${id}@example.org`,
  subject: `Subject ${id}`,
  state: 'sent',
  attempts: 1,
  error: null,
  createdAt: someTime,
  sentAt: someTime,
  hasFiles: false,
  ...more,
})

const noFiles: MessageFile[] = []

const opened = {
  html: null,
  isSecret: false,
  files: noFiles,
  replyTo: null,
  kind: 'some',
  providerId: null,
  mayCancel: true,
  retryRefusal: 'settled',
} as const

let server: ReturnType<typeof fakeServer>
let outbox: MessageSummary[]
let isMailConfigured: boolean
let mailProblems: MailProblem[]
beforeEach(() => {
  server = fakeServer()
  outbox = []
  isMailConfigured = true
  mailProblems = []
  server.on(messagesApi.list, ({ query }) => {
    const older = outbox.filter(({ id }) => query.before === undefined || id < Number(query.before))
    const setUp = { isMailConfigured, mailProblems, isSmsConfigured: true, kept: null }
    const messages = older.slice(0, 50)
    const next = older.length > 50 ? (messages.at(-1)?.id ?? null) : null
    return { messages, mailings: [], next, hasMore: next !== null, ...setUp }
  })
  server.on(messagesApi.listFailedJobs, () => ({ jobs: [] }))
})

const open = (path = '/manage/messages') => renderPortal({ path, server, profile: aProfile({ admin: true }) })

test('an empty outbox says what will stand here', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'No messages yet' })).toBeTruthy()
  expect(screen.queryByText('No mail server is set up')).toBeNull()
  expect(screen.queryByText('Failed background tasks')).toBeNull()
})

test.each<[string, Partial<MessageSummary>]>([
  ['Waiting', { state: 'queued', attempts: 0 }],
  ['Waiting, 3 tries', { state: 'queued', attempts: 3 }],
  ['Sent', { state: 'sent' }],
  ['Not sent: no mail server', { state: 'kept', attempts: 0 }],
  ['Failed, 8 tries', { state: 'failed', attempts: 8, error: '550 mailbox unavailable' }],
])('a message is shown as %s', async (words, more) => {
  outbox = [aMessage(1, more)]
  await open()
  const link = within(await screen.findByRole('link', { name: /Subject 1/ }))
  expect(link.getByText(words)).toBeTruthy()
})

test('a message that was not sent says why', async () => {
  outbox = [aMessage(1, { state: 'failed', error: '550 mailbox unavailable' })]
  await open()
  expect(await screen.findByText('550 mailbox unavailable')).toBeTruthy()
})

test('without a mail server the page says what that means and what to set', async () => {
  isMailConfigured = false
  await open()
  expect(await screen.findByText('No mail server is set up')).toBeTruthy()
  expect(screen.getByText(/SMTP_URL/)).toBeTruthy()
})

test('with a mail server but no public address the page says why emails may not arrive', async () => {
  mailProblems = ['localLinks', 'localSender']
  await open()
  expect(await screen.findByText('Emails may not arrive')).toBeTruthy()
  expect(screen.getByText(/SITE_URL.*choose a sender/)).toBeTruthy()
})

test('older messages come when asked for', async () => {
  outbox = Array.from({ length: 60 }, (_, index) => aMessage(60 - index))
  const { user } = await open()
  expect(await screen.findByText('Subject 60')).toBeTruthy()
  expect(screen.queryByText('Subject 10')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show older messages' }))
  expect(await screen.findByText('Subject 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull()
})

test('a message opens with its text and closes again', async () => {
  outbox = [aMessage(5)]
  server.on(messagesApi.get, () => ({ ...aMessage(5), ...opened, text: 'Hello Mia,\nwelcome.' }))
  const { user, router } = await open()
  await user.click(await screen.findByRole('link', { name: /Subject 5/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Message' }))
  expect(await dialog.findByText(/Hello Mia/)).toBeTruthy()
  expect(dialog.getByText('m5@example.org')).toBeTruthy()
  expect(router.state.location.search).toEqual({ message: 5 })
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({})
})

test('a text that was not kept says why', async () => {
  server.on(messagesApi.get, () => ({ ...aMessage(5), ...opened, isSecret: true, text: null }))
  await open('/manage/messages?message=5')
  expect(await screen.findByText('The text was not kept, because it contained a secret link.')).toBeTruthy()
})

test('a message that does not exist says so in the dialog', async () => {
  server.on(messagesApi.get, () => refuse('notFound'))
  await open('/manage/messages?message=5')
  expect(within(await screen.findByRole('dialog')).getByText(/can’t find that/)).toBeTruthy()
})

test('failed background work is shown with its reason and its next try', async () => {
  const job = { id: '1', task: 'sendMail', attempts: 3, error: 'ECONNREFUSED', runAt: someTime, isGivenUp: false }
  server.on(messagesApi.listFailedJobs, () => ({ jobs: [job, { ...job, id: '2', isGivenUp: true }] }))
  await open()
  const section = within(await screen.findByRole('region', { name: 'Failed background tasks' }))
  expect(section.getAllByText('sendMail, 3 tries')).toHaveLength(2)
  expect(section.getAllByText('ECONNREFUSED')).toHaveLength(2)
  expect(section.getByText(/^Tries again/)).toBeTruthy()
  expect(section.getByText('Given up')).toBeTruthy()
})

test('a new message appears without a reload', async () => {
  const { client } = await open()
  expect(await screen.findByRole('heading', { name: 'No messages yet' })).toBeTruthy()
  outbox = [aMessage(1)]
  await refreshTopic(client, 'messages')
  expect(await screen.findByRole('link', { name: /Subject 1/ })).toBeTruthy()
})
