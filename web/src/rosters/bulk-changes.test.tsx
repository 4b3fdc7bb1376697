import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mailings } from '@spacekeeper/contract/mailings.ts'
import { rosters, type GrantPreview } from '@spacekeeper/contract/rosters.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import { aRow, fakeRoster } from './fake-roster.ts'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  const all = Array.from({ length: 1106 }, (_, index) => aRow(index + 1))
  fakeRoster(server, () => all)
})

const boss = aProfile({ admin: true, staffPermissions: ['members', 'access'] })
const open = (profile = boss) => renderPortal({ path: '/manage/members', server, profile })

test('all that match are selected, not only those in sight, and one can be left out', async () => {
  server.on(rosters.exportEmails, () => ({ emails: ['m1@example.org'], leftOut: 2 }))
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('button', { name: 'Select all 1,106' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Member 2' }))
  const bar = screen.getByRole('region', { name: 'Selection' })
  expect(bar.textContent).toContain('1,105 selected')
  await user.click(within(bar).getByRole('button', { name: 'Email addresses' }))
  expect(await screen.findByText('1 address')).toBeTruthy()
  expect(screen.getByText(/2 members are left out/)).toBeTruthy()
  expect(server.sentTo(rosters.exportEmails)[0]?.body).toEqual({ selection: { filter: {}, except: [2] } })
})

test('the number of addresses said is the number copied', async () => {
  server.on(rosters.exportEmails, () => ({ emails: ['a@example.org', 'b@example.org'], leftOut: 0 }))
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
  server.on(rosters.previewGrants, () =>
    isOutdated ? aPreview() : aPreview({ fingerprint: 'two', touched: 1, devices: [] }),
  )
  server.on(rosters.changeGrants, ({ body }) =>
    body['fingerprint'] === 'two' ? { touched: 1 } : refuse('previewOutdated'),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Select Member 1' }))
  await user.click(screen.getByRole('button', { name: 'Access' }))
  await user.click(await screen.findByRole('radio', { name: 'Take away' }))
  await user.click(screen.getByRole('checkbox', { name: 'Laser' }))
  expect(await screen.findByText(/2 members lose/)).toBeTruthy()
  expect(
    screen.getByText('It is offline. It may go on opening for them until it is back and hears of it.'),
  ).toBeTruthy()
  expect(screen.getByText('One does not have it anyway.')).toBeTruthy()
  isOutdated = false
  await user.click(screen.getByRole('button', { name: 'Take away from 2 members' }))
  expect(await screen.findByText(/Who is concerned has changed meanwhile/)).toBeTruthy()
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
  server.on(mailings.preview, ({ body }) =>
    body['subject'] === ''
      ? refuse('badInput', { fields: [{ field: 'subject', message: 'This field cannot be empty.' }] })
      : {
          fingerprint: 'f',
          key: 'k',
          recipients: { count: 2, names: ['Member 1', 'Member 3'], more: 0 },
          leftOut: 1,
          unverified: 0,
          html: '<p>Hi</p>',
          isMailConfigured: true,
        },
  )
  server.on(mailings.start, () => {
    const facts = { id: 1, subject: 'Kiln', startedAt: new Date().toISOString(), startedBy: 'Ada Okafor' }
    server.on(mailings.list, () => ({
      mailings: [{ ...facts, total: 2, sent: 1, kept: 0, failed: 0, isDone: false }],
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
  expect(screen.getByText('One is left out, who asked not to be written to in bulk.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send to 2 members' }))
  expect(await screen.findByText('“Kiln”: 1 of 2 sent')).toBeTruthy()
  expect(server.sentTo(mailings.start)[0]?.body).toMatchObject({ fingerprint: 'f', key: 'k', subject: 'Kiln' })
})
