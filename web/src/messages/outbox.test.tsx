import { messagesApi } from '@spacekeeper/contract/messages/routes.ts'
import type { Message, MessageSample } from '@spacekeeper/contract/messages/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'
const aMessage = (more: Partial<Message> = {}): Message => ({
  id: 5,
  channel: 'email',
  member: { id: 7, fullName: 'Bo Berg' },
  to: 'bo@example.org',
  subject: 'Welcome',
  state: 'sent',
  attempts: 1,
  error: null,
  createdAt: someTime,
  sentAt: someTime,
  hasFiles: false,
  text: 'Hello Bo',
  html: '<p>Hello <b>Bo</b></p>',
  isSecret: false,
  files: [],
  replyTo: null,
  kind: 'welcome',
  providerId: null,
  mayCancel: true,
  retryRefusal: 'settled',
  ...more,
})

let server: ReturnType<typeof fakeServer>
let message: Message
beforeEach(() => {
  server = fakeServer()
  message = aMessage()
  server.on(messagesApi.list, () => ({
    messages: [message],
    mailings: [],
    next: null,
    hasMore: false,
    isMailConfigured: true,
    mailProblems: [],
    isSmsConfigured: true,
    kept: null,
  }))
  server.on(messagesApi.listFailedJobs, () => ({ jobs: [] }))
  server.on(messagesApi.get, () => message)
})
const open = (path = '/manage/messages') => renderPortal({ path, server, profile: aProfile({ admin: true }) })

test('a mail with a file says so in the list, and when it is open what it is called and how large it is', async () => {
  message = aMessage({ hasFiles: true, files: [{ name: 'invoice-12.pdf', bytes: 23_400 }] })
  const { user } = await open()
  const row = await screen.findByRole('link', { name: /Welcome/ })
  expect(within(row).getByRole('img', { name: 'With a file' })).toBeTruthy()
  await user.click(row)
  const files = within(await screen.findByRole('list', { name: 'Attached files' }))
  expect(files.getByRole('listitem').textContent).toBe('invoice-12.pdf, 24 kB')
})

test('a mail is shown in a frame that may run nothing, and as plain text beside it', async () => {
  const { user } = await open('/manage/messages?message=5')
  const frame = await screen.findByTitle('Preview of “Welcome”')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toContain('Hello <b>Bo</b>')
  await user.click(screen.getByRole('radio', { name: 'Plain text' }))
  expect(await screen.findByText('Hello Bo')).toBeTruthy()
  expect(screen.queryByTitle('Preview of “Welcome”')).toBeNull()
})

test('a failed message is sent again', async () => {
  message = aMessage({ state: 'failed', error: '550 mailbox unavailable', retryRefusal: null })
  server.on(messagesApi.retry, () => {
    message = aMessage({ state: 'queued' })
  })
  const { user } = await open('/manage/messages?message=5')
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('The message is on its way again')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Don’t send' })).toBeTruthy()
})

test('what was kept is sent together, once that was confirmed, and the notice says how many it was', async () => {
  const page = { messages: [message], mailings: [], next: null, hasMore: false, mailProblems: [] }
  let kept: { count: number; oldest: string } | null = { count: 1240, oldest: someTime }
  server.on(messagesApi.list, () => ({ ...page, isMailConfigured: true, isSmsConfigured: true, kept }))
  server.on(messagesApi.sendKept, () => {
    kept = null
    return { queued: 1238 }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Send all 1,240 kept' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 1,240 kept messages?' }))
  expect(dialog.getByText(/^The oldest is from .*Jan/)).toBeTruthy()
  expect(server.sentTo(messagesApi.sendKept)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Send all' }))
  expect(await screen.findByText('1,238 messages are on their way')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Send all/ })).toBeNull())
})

test('a message that waits is stopped', async () => {
  message = aMessage({ state: 'queued', sentAt: null })
  server.on(messagesApi.cancel, () => {
    message = aMessage({ state: 'cancelled', sentAt: null })
  })
  const { user } = await open('/manage/messages?message=5')
  await user.click(await screen.findByRole('button', { name: 'Don’t send' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Message' }))
  expect(await dialog.findByText('Stopped')).toBeTruthy()
})

test('what the portal wrote by itself is not offered to be stopped', async () => {
  message = aMessage({ state: 'queued', sentAt: null, mayCancel: false })
  await open('/manage/messages?message=5')
  const dialog = within(await screen.findByRole('dialog', { name: 'Message' }))
  expect(await dialog.findByText('Waiting')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Don’t send' })).toBeNull()
})

test.each([
  ['notKept', /can ask for a new link/],
  ['expired', /has expired/],
  ['outdated', /no longer news/],
  ['notSetUp', /once a mail server or text messages are set up/],
] as const)('a message that cannot be sent (%s) says why', async (retryRefusal, words) => {
  message = aMessage({ state: 'failed', retryRefusal })
  await open('/manage/messages?message=5')
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('what is looked for stands in the address and is asked of the server', async () => {
  const { user, router } = await open('/manage/messages?member=7')
  expect(await screen.findByRole('button', { name: 'Only Bo Berg' })).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Failed')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Text messages')
  await waitFor(() => expect(router.state.location.search).toEqual({ member: 7, state: 'failed', channel: 'sms' }))
  await waitFor(() =>
    expect(server.sentTo(messagesApi.list).at(-1)?.query).toEqual({ member: '7', state: 'failed', channel: 'sms' }),
  )
  await user.click(screen.getByRole('button', { name: 'Only Bo Berg' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ state: 'failed', channel: 'sms' }))
})

test('a test message shows what becomes of it, in the words of the other side', async () => {
  server.on(messagesApi.sendTest, () => ({ messageId: 5 }))
  message = aMessage({ state: 'queued', sentAt: null })
  const { user, client } = await open()
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a test message' }))
  await user.click(dialog.getByRole('button', { name: 'Email' }))
  expect(await dialog.findByText('Sending…')).toBeTruthy()
  message = aMessage({ state: 'failed', error: '451 greylisted' })
  await refreshTopic(client, 'messages')
  expect(await dialog.findByText('451 greylisted')).toBeTruthy()
})

test('a test text message without a number says what is missing', async () => {
  server.on(messagesApi.sendTest, () => refuse('noPhoneNumber'))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a test message' }))
  await user.click(dialog.getByRole('button', { name: 'Text message' }))
  expect(await dialog.findByText(/no phone number/)).toBeTruthy()
})

test('every message the portal writes by itself can be looked at', async () => {
  const sms: MessageSample = {
    kind: 'inactive_swipe',
    channel: 'sms',
    subject: 'Not open',
    text: 'Not open',
    html: null,
  }
  const mail: MessageSample = { kind: 'welcome', channel: 'email', subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' }
  server.on(messagesApi.listSamples, () => ({ samples: [mail, sms] }))
  const { user } = await open('/manage/messages?tab=samples')
  expect((await screen.findByTitle('Preview of “Hello”')).getAttribute('srcdoc')).toBe('<p>Hi</p>')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Message' }), 'Not open')
  expect(screen.queryByTitle('Preview of “Hello”')).toBeNull()
})

test('failed background work is tried again at once', async () => {
  const job = { id: '12', task: 'mailMember', attempts: 3, error: 'no', runAt: someTime, isGivenUp: true }
  server.on(messagesApi.listFailedJobs, () => ({ jobs: [job] }))
  server.on(messagesApi.retryJob, () => undefined)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Try now: mailMember' }))
  await waitFor(() => expect(server.sentTo(messagesApi.retryJob)).toMatchObject([{ params: { jobId: '12' } }]))
})
