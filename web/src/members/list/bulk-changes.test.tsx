import { mailingsApi } from '@spacekeeper/contract/mailings/routes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { GrantPreview } from '@spacekeeper/contract/members/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aMailing } from '../../mailings/mailing.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aBulkAction, aMemberRow, fakeMemberList } from './member-list.testing.ts'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  const all = Array.from({ length: 1106 }, (_, index) => aMemberRow(index + 1))
  fakeMemberList(server, () => all)
})

const boss = aProfile({ admin: true, staffPermissions: ['members', 'access'] })

const open = (profile = boss) => renderPortal({ path: '/manage/members', server, profile })

test('all that match are selected, not only those in sight, and one can be left out', async () => {
  server.on(membersApi.exportEmails, () => ({ emails: ['m1@example.org'], leftOut: 2 }))
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('button', { name: 'Select all 1,106' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Member 2' }))
  const bar = screen.getByRole('region', { name: 'Selection' })
  expect(bar.textContent).toContain('1,105 selected')
  await user.click(within(bar).getByRole('button', { name: 'Email addresses' }))
  expect(await screen.findByText('1 address')).toBeTruthy()
  expect(screen.getByText(/2 members are left out/)).toBeTruthy()
  expect(server.sentTo(membersApi.exportEmails)[0]?.body).toEqual({ selection: { filter: {}, except: [2] } })
})

test('the number of addresses said is the number copied', async () => {
  server.on(membersApi.exportEmails, () => ({ emails: ['a@example.org', 'b@example.org'], leftOut: 0 }))
  const { user } = await open()
  await screen.findByText('1,106 members')
  await user.click(screen.getByRole('button', { name: 'Emails' }))
  await user.click(await screen.findByRole('button', { name: 'Copy 2 addresses' }))
  expect(await screen.findByText('2 addresses copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('a@example.org, b@example.org')
})

const aPreview = (more: Partial<GrantPreview> = {}): GrantPreview => ({
  fingerprint: 'one',
  selected: 3,
  touched: 2,
  devices: [
    {
      id: 8,
      name: 'Laser',
      kind: 'interlock',
      isOffline: true,
      changes: { count: 2, names: ['Member 1', 'Member 2'], more: 0 },
      same: 1,
      notActive: 0,
    },
  ],
  ...more,
})

test('before a revoke it says whom it hits; what has changed meanwhile is shown before it is asked again', async () => {
  let isOutdated = true
  server.on(membersApi.previewGrants, () =>
    isOutdated ? aPreview() : aPreview({ fingerprint: 'two', touched: 1, devices: [] }),
  )
  server.on(membersApi.updateGrants, ({ body }) =>
    body['fingerprint'] === 'two' ? { touched: 1, actionId: 4 } : refuse('previewOutdated'),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('button', { name: 'Access' }))
  await user.click(await screen.findByRole('radio', { name: 'Take away' }))
  await user.click(screen.getByRole('checkbox', { name: 'Laser' }))
  expect(await screen.findByText(/2 members lose/)).toBeTruthy()
  expect(screen.getByText('Offline: it may still open for them until it reconnects.')).toBeTruthy()
  expect(screen.getByText('One doesn’t have it.')).toBeTruthy()
  isOutdated = false
  await user.click(screen.getByRole('button', { name: 'Take away from 2 members' }))
  expect(await screen.findByText(/The affected members have chan/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Take away from one member' }))
  expect(await screen.findByText('Taken away from one member')).toBeTruthy()
})

test('who looks after members but not after access gets no way to change it, and the other way about', async () => {
  const { user } = await open(aProfile({ staffPermissions: ['members'] }))
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  expect(screen.queryByRole('button', { name: 'Access' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Message' })).toBeTruthy()
})

test('a message is written, seen with whom it reaches, and sent; its progress stays on the page', async () => {
  server.on(mailingsApi.preview, ({ body }) =>
    body['subject'] === ''
      ? refuse('badInput', { fields: [{ field: 'subject', message: 'This field cannot be empty.' }] })
      : {
          fingerprint: 'f',
          key: 'k',
          recipients: { count: 2, names: ['Member 1', 'Member 3'], more: 0 },
          noNews: 12,
          leftOut: 1,
          unverified: 0,
          html: '<p>Hi</p>',
          isMailConfigured: true,
        },
  )
  server.on(mailingsApi.start, () => {
    const facts = { subject: 'Kiln', startedAt: new Date().toISOString(), startedBy: 'Ada Okafor' }
    server.on(mailingsApi.list, () => ({
      mailings: [aMailing({ ...facts, total: 2, sent: 1, waiting: 1, isDone: false })],
    }))
    return { mailingId: 1 }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('button', { name: 'Message' }))
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'It works.')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Kiln')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('It goes to 2 members: Member 1, Member 3.')).toBeTruthy()
  expect(screen.getByText('12 don’t want news.')).toBeTruthy()
  expect(screen.getByText('One is excluded from bulk email by staff.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send to 2 members' }))
  expect(await screen.findByText('“Kiln”: 1 of 2 sent')).toBeTruthy()
  expect(server.sentTo(mailingsApi.start)[0]?.body).toMatchObject({ fingerprint: 'f', key: 'k', subject: 'Kiln' })
})

test('new accounts are made members together, after it was said who is left out and why, and it is undone from the notice', async () => {
  server.on(membersApi.previewMoves, () => ({
    fingerprint: 'f',
    selected: 245,
    changes: { count: 240, names: ['Member 1', 'Member 2'], more: 238 },
    leftOut: [
      { why: 'unchanged' as const, count: 2 },
      { why: 'outranked' as const, count: 3 },
    ],
    defaults: 2,
  }))
  server.on(membersApi.moveMany, () => ({ touched: 240, actionId: 4 }))
  server.on(membersApi.listBulkActions, () => ({ actions: [aBulkAction()] }))
  server.on(membersApi.previewUndo, () => aBulkAction())
  server.on(membersApi.undoBulkAction, () => ({ reverted: 238, changedSince: 2 }))
  const { user, router } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(await screen.findByText('240 accounts become members: Member 1, Member 2 and 238 more.')).toBeTruthy()
  expect(screen.getByText('5 left out')).toBeTruthy()
  expect(screen.getByText('3 staff with more rights')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make 240 members' }))
  expect(server.sentTo(membersApi.moveMany)[0]?.body).toMatchObject({ move: 'makeMember', fingerprint: 'f' })
  const notice = await screen.findByText('240 members made')
  await user.click(within(notice.parentElement ?? notice).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/members/bulk'))
  expect(await screen.findByText('It is undone for 238 members: Member 1 and 237 more.')).toBeTruthy()
  expect(screen.getByText('2 were changed again since and stay as they are.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo for 238 members' }))
  expect(await screen.findByText('Undone for 238 members')).toBeTruthy()
  expect(server.sentTo(membersApi.undoBulkAction)[0]?.params).toEqual({ actionId: '4' })
})

test('members are not suspended together without a reason', async () => {
  server.on(membersApi.previewMoves, () => ({
    fingerprint: 'f',
    selected: 1,
    changes: { count: 1, names: ['Member 1'], more: 0 },
    leftOut: [],
    defaults: 0,
  }))
  server.on(membersApi.moveMany, () => ({ touched: 1, actionId: 5 }))
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.click(await screen.findByRole('radio', { name: 'Suspend' }))
  const action = await screen.findByRole('button', { name: 'Suspend one member' })
  expect(action.hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'The shop was left open')
  await user.click(action)
  expect(await screen.findByText('One member suspended')).toBeTruthy()
  expect(server.sentTo(membersApi.moveMany)[0]?.body).toMatchObject({ reason: 'The shop was left open' })
})

test('many are asked to review their details, which is said before it is done and undone like the others', async () => {
  server.on(membersApi.previewMoves, () => ({
    fingerprint: 'f',
    selected: 14,
    changes: { count: 12, names: ['Member 1', 'Member 2'], more: 10 },
    leftOut: [{ why: 'unchanged' as const, count: 2 }],
    defaults: 3,
  }))
  server.on(membersApi.moveMany, () => ({ touched: 12, actionId: 6 }))
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('button', { name: 'Change' }))
  await user.click(await screen.findByRole('radio', { name: 'Ask for update' }))
  expect(await screen.findByText(/^12 members are asked to review their details: Member 1, Member 2/)).toBeTruthy()
  expect(screen.getByText(/No email is sent/)).toBeTruthy()
  expect(screen.getByText('2 already in that state')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Ask 12 members' }))
  const notice = await screen.findByText('12 members asked to review their details')
  expect(within(notice.parentElement ?? notice).getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(server.sentTo(membersApi.moveMany)[0]?.body).toMatchObject({ move: 'requireUpdate', fingerprint: 'f' })
})
