import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberDetails, Card } from '@spacekeeper/contract/members/shapes.ts'
import { screen, fireEvent, waitFor, within } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../../portal.testing.tsx'
import { emptyFields } from '../empty-fields.testing.ts'

const someTime = '2024-02-14T10:00:00.000Z'

/** As one is that was given just now. */
const newCard: Omit<Card, 'id' | 'number'> = {
  label: '',
  state: 'active',
  addedAt: someTime,
  endedAt: null,
  doubles: [],
  history: [],
}

let server: ReturnType<typeof fakeServer>

let noah: MemberDetails

let held: Card[]

beforeEach(() => {
  server = fakeServer()
  held = [{ ...newCard, id: 1, number: '4711', label: 'Key ring' }]
  server.on(membersApi.listCards, () => ({ cards: held }))
  noah = {
    id: 7,
    ...emptyFields('staff'),
    firstName: 'Noah',
    lastName: 'Kaur',
    screenName: 'noahk',
    email: 'noah@example.org',
    isEmailVerified: true,
    emailState: 'confirmed',
    invitationEndsAt: null,
    pendingEmail: null,
    hasPassword: true,
    phone: '0400 000 137',
    wantsNews: true,
    smsNumber: '+61400000137',
    isAdmin: false,
    permissions: [],
    grantable: ['members', 'access', 'devices', 'settings'],
    tasks: ['details', 'email', 'cards', 'standing', 'office'],
    state: 'active',
    membershipState: 'active',
    suspension: null,
    actions: ['deactivate', 'suspend'],
    grantedDoors: 4,
    grantedMachines: 1,
    missingDefaults: 0,
    registeredAt: someTime,
    firstJoinedAt: someTime,
    lastSeen: null,
    lastInduction: null,
    profileUpdatedAt: null,
  }
  server.on(membersApi.get, () => ({
    id: 7,
    fullName: `${noah.firstName} ${noah.lastName}`,
    screenName: noah.screenName,
    email: noah.email,
    state: noah.state,
    isSuspended: noah.suspension !== null,
    isAdmin: noah.isAdmin,
    permissions: noah.permissions,
    lastSeen: null,
  }))
  server.on(membersApi.getDetails, () => noah)
  server.on(membersApi.updateDetails, ({ body }) => {
    noah = { ...noah, ...body }
  })
})

const open = async () => {
  const opened = await renderPortal({ path: '/manage/members/7', server, profile: aProfile({ admin: true }) })
  await screen.findByRole('heading', { name: 'Profile' })
  return opened
}

const sentChanges = () => server.sentTo(membersApi.updateDetails).map(({ body }) => body)

const textbox = (name: string) => screen.getByRole('textbox', { name })

const type = (name: string, value: string) => fireEvent.change(textbox(name), { target: { value } })

test('a field saves itself after a second of quiet, once, says so, and can be taken back', async () => {
  const { user } = await open()
  type('First name', 'Noa')
  type('First name', 'No')
  expect(sentChanges()).toEqual([])
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sentChanges()).toEqual([{ firstName: 'No' }])
  await user.click(screen.getByRole('button', { name: 'Undo the change to First name' }))
  await waitFor(() => expect(sentChanges()).toEqual([{ firstName: 'No' }, { firstName: 'Noah' }]))
  await waitFor(() => expect(textbox('First name')).toHaveProperty('value', 'Noah'))
})

test('what is typed back to what is stored is not sent', async () => {
  await open()
  type('First name', 'Noa')
  type('First name', 'Noah')
  type('Last name', 'Kauri')
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sentChanges()).toEqual([{ lastName: 'Kauri' }])
})

test('a refused field keeps what was typed, with the reason of the server beside it', async () => {
  server.on(membersApi.updateDetails, () =>
    refuse('screenNameTaken', { fields: [{ field: 'screenName', message: 'Mia Reid has this screen name.' }] }),
  )
  const { user } = await open()
  type('Screen name', 'mia')
  expect(await screen.findByText('Not saved. Mia Reid has this screen name.')).toBeTruthy()
  expect(textbox('Screen name')).toHaveProperty('value', 'mia')
  expect(textbox('Screen name').getAttribute('aria-invalid')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Undo the change to Screen name' }))
  expect(textbox('Screen name')).toHaveProperty('value', 'noahk')
})

test('a switch saves at once, and one that is refused says why', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('switch', { name: 'Exclude from email export' }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sentChanges()).toEqual([{ excludeFromEmailExport: true }])
  server.on(membersApi.updateDetails, () => refuse('outranked'))
  await user.click(screen.getByRole('switch', { name: 'Update required' }))
  expect(
    await screen.findByText(
      'Not saved. You can’t change this account, because it has more rights than yours. Ask an administrator.',
    ),
  ).toBeTruthy()
})

test('what an action does stands before its button, and making inactive takes a reason for the member', async () => {
  server.on(membersApi.setState, () => {
    noah = { ...noah, state: 'inactive', membershipState: 'inactive', actions: ['activate', 'suspend'] }
  })
  const { user } = await open()
  expect(screen.getByText(/^Making Noah Kaur inactive stops their card on 4 doors and one machine/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make inactive' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make inactive' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), 'Moved away')
  await user.click(dialog.getByRole('button', { name: 'Make inactive' }))
  expect(await screen.findByText('Noah Kaur is now inactive')).toBeTruthy()
  expect(server.sentTo(membersApi.setState)).toMatchObject([
    { params: { memberId: '7', state: 'inactive' }, body: { reason: 'Moved away' } },
  ])
  expect(await screen.findByRole('button', { name: 'Make active' })).toBeTruthy()
})

test('a suspension is not made without a reason, and stands with it afterwards', async () => {
  server.on(membersApi.suspend, ({ body }) => {
    noah = {
      ...noah,
      state: 'inactive',
      suspension: { since: someTime, reason: String(body.reason) },
      actions: ['deactivate', 'lift'],
    }
  })
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend' }))
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(dialog.getByText('This field cannot be empty.')).toBeTruthy()
  expect(server.sentTo(membersApi.suspend)).toEqual([])
  await user.type(dialog.getByRole('textbox'), 'Left the saw running.')
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText(/^Suspended since .*Left the saw running\.$/)).toBeTruthy()
  expect(screen.getByText('Without the suspension: Active.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Lift suspension' })).toBeTruthy()
})

test('a suspension that failed says why and keeps what was written', async () => {
  server.on(membersApi.suspend, () => refuse('serverError'))
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend' }))
  await user.type(dialog.getByRole('textbox'), 'Why')
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.getByRole('textbox')).toHaveProperty('value', 'Why')
})

test('a new account is told what making it a member does, and what could not be done is said', async () => {
  noah = { ...noah, state: 'noob', membershipState: 'noob', actions: ['makeMember'], missingDefaults: 2 }
  server.on(membersApi.makeMember, () => ({ success: false, message: 'adminTools.makeMemberErrorExists' as const }))
  const { user } = await open()
  expect(screen.getByText(/gives access to 2 default doors and machines/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make member' }))
  expect(await screen.findByText('This account can’t be made a member right now.')).toBeTruthy()
})

test('the welcome mail is sent on request', async () => {
  server.on(membersApi.sendWelcome, () => undefined)
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Send welcome email' }))
  expect(await screen.findByText('The welcome email is on its way to Noah Kaur')).toBeTruthy()
})

test('a card with the number of another says whose that is, and leads there', async () => {
  held = [{ ...newCard, id: 1, number: 'ED0BA912', doubles: [{ memberId: 9, name: 'Bo Cole', number: 'ed0ba912' }] }]
  await open()
  const link = await screen.findByRole('link', { name: /^The same number as Bo Cole’s card ed0ba912/ })
  expect(link.getAttribute('href')).toBe('/manage/members/9')
})

test('details that could not be loaded say so', async () => {
  server.on(membersApi.getDetails, () => refuse('serverError'))
  await renderPortal({ path: '/manage/members/7', server, profile: aProfile({ admin: true }) })
  expect(await screen.findByRole('heading', { name: 'This couldn’t be loaded' })).toBeTruthy()
})

test('a card that is lost stays for the history, and a new one is added', async () => {
  server.on(membersApi.endCard, () => {
    held = held.map((card) => ({ ...card, state: 'lost', endedAt: someTime }))
  })
  server.on(membersApi.addCard, ({ body }) => {
    held = [{ ...newCard, id: 2, number: String(body.number) }, ...held]
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Mark lost: card 4711' }))
  expect(await screen.findByText('Card 4711 is marked lost and no longer works')).toBeTruthy()
  expect(server.sentTo(membersApi.endCard)).toMatchObject([{ params: { memberId: '7', cardId: '1', state: 'lost' } }])
  expect(await screen.findByText('Lost')).toBeTruthy()
  await user.type(textbox('Card number'), '4712')
  await user.click(screen.getByRole('button', { name: 'Add card' }))
  expect(await screen.findByText('4712')).toBeTruthy()
  expect(textbox('Card number')).toHaveProperty('value', '')
})

test('an assigned card is refused with whose it is, at the field', async () => {
  server.on(membersApi.addCard, () =>
    refuse('cardTaken', { fields: [{ field: 'number', message: 'Mia Reid has this card.' }] }),
  )
  const { user } = await open()
  await screen.findByText('4711')
  await user.type(textbox('Card number'), '1')
  await user.click(screen.getByRole('button', { name: 'Add card' }))
  expect(await screen.findByText('Mia Reid has this card.')).toBeTruthy()
  expect(textbox('Card number')).toHaveProperty('value', '1')
})

test('a card that opens nothing says so, and leads to where access is given', async () => {
  noah = { ...noah, grantedDoors: 0, grantedMachines: 0 }
  await open()
  expect(await screen.findByText(/The card opens nothing yet/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Give access' }).getAttribute('href')).toBe('/manage/members/7?tab=access')
})
