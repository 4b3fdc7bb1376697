import { agreementsApi } from '@spacekeeper/contract/agreements/routes.ts'
import type { AgreementList, OwnAgreements } from '@spacekeeper/contract/agreements/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const due = { versionId: 4, title: 'House rules', text: 'Sweep the floor.\n\nLock the door.', isChanged: false }

let server: ReturnType<typeof fakeServer>
let own: OwnAgreements
beforeEach(() => {
  server = fakeServer()
  own = { due: [due], signed: [], guardian: null, isMinor: false }
  server.on(agreementsApi.listOwn, () => own)
})
const open = (path = '/account/agreements') => renderPortal({ path, server, profile: aProfile() })

test('a member reads the text and signs it by typing their name', async () => {
  server.on(agreementsApi.sign, () => {
    own = {
      due: [],
      signed: [
        {
          id: 9,
          title: 'House rules',
          version: 1,
          isFormer: false,
          signedName: 'Bo Berg',
          signedAt: '2026-03-10T02:00:00.000Z',
          guardian: null,
        },
      ],
      guardian: null,
      isMinor: false,
    }
  })
  const { user } = await open()
  const text = within(await screen.findByRole('region', { name: 'House rules' }))
  text.getByText('Sweep the floor.')
  text.getByText('Lock the door.')
  screen.getByText('As it is in your profile: Bo Berg')
  await user.type(screen.getByRole('textbox', { name: /Type your full name/ }), 'Bo Berg')
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await screen.findByText('You’ve signed everything')
  expect(server.sentTo(agreementsApi.sign)[0]?.body).toEqual({ versionIds: [4], name: 'Bo Berg', guardian: null })
  screen.getByText(/^Signed by Bo Berg/)
})

test('a name that is not theirs, and none at all, are said beside the field', async () => {
  server.on(agreementsApi.sign, () =>
    refuse('badInput', {
      fields: [{ field: 'name', message: 'Type your name as it is in your profile: Bo Berg.' }],
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Sign' }))
  await screen.findByText('This field cannot be empty.')
  expect(server.sentTo(agreementsApi.sign)).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /Type your full name/ }), 'Mickey')
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await screen.findByText('Type your name as it is in your profile: Bo Berg.')
})

test('a minor names a guardian with an address that is one, and then reads who they wait for', async () => {
  server.on(agreementsApi.sign, () => {
    const guardian = { name: 'Alex Berg', email: 'alex@example.org', askedAt: '2026-03-10T02:00:00.000Z' }
    own = { due: [], signed: [], guardian: { ...guardian, isExpired: false }, isMinor: true }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'I am under 18' }))
  await user.type(screen.getByRole('textbox', { name: 'Name of your guardian' }), 'Alex Berg')
  const email = screen.getByRole('textbox', { name: 'Email of your guardian' })
  await user.type(email, 'alex')
  await user.type(screen.getByRole('textbox', { name: /Type your full name/ }), 'Bo Berg')
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await screen.findByText('Please enter a valid email.')
  await user.type(email, '@example.org')
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await screen.findByText('Waiting for Alex Berg')
  expect(server.sentTo(agreementsApi.sign)[0]?.body).toMatchObject({
    guardian: { name: 'Alex Berg', email: 'alex@example.org' },
  })
})

const list: AgreementList = {
  agreements: [
    {
      id: 2,
      title: 'House rules',
      requiredOf: 'everyone',
      planIds: [],
      isArchived: false,
      version: 3,
      nextFrom: null,
      signed: 40,
      missing: 2,
    },
  ],
  plans: [{ id: 7, name: 'Makers, monthly' }],
}

test('staff write an agreement, look at it as members read it, and publish it', async () => {
  server.on(agreementsApi.list, () => list)
  server.on(agreementsApi.create, () => ({ id: 3 }))
  const { user } = await renderPortal({
    path: '/manage/agreements',
    server,
    profile: aProfile({ staffPermissions: ['members'] }),
  })
  await screen.findByText('Version 3 in force')
  screen.getByText(/Signed by 40 members · 2 are missing/)
  await user.click(screen.getByRole('button', { name: 'New agreement' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  expect((await dialog.findAllByText('This field cannot be empty.')).length).toBe(2)
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Waiver')
  await user.type(dialog.getByRole('textbox', { name: 'Text' }), 'You ride at your own risk.')
  await user.click(dialog.getByRole('radio', { name: 'Only holders of these plans' }))
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await dialog.findByText('Choose at least one plan.')
  await user.click(dialog.getByRole('radio', { name: 'Everyone who joins' }))
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await dialog.findByText('As members read it')
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(agreementsApi.create)[0]?.body).toMatchObject({
    title: 'Waiver',
    text: 'You ride at your own risk.',
    requiredOf: 'everyone',
    planIds: [],
  })
})

test('who named a guardian before names one for each text, and reads how that ends', async () => {
  own = { due: [due], signed: [], guardian: null, isMinor: true }
  await open()
  expect(await screen.findByRole('checkbox', { name: 'I am under 18', checked: true })).toHaveProperty('disabled', true)
  screen.getByText('You named a guardian before. Tell staff once you are 18.')
  screen.getByRole('textbox', { name: 'Name of your guardian' })
})

test('staff note that a member is of age', async () => {
  server.on(agreementsApi.list, () => list)
  server.on(agreementsApi.get, () => ({ versions: [] }))
  server.on(agreementsApi.listPeople, () => ({
    signed: [],
    missing: [{ memberId: 5, name: 'Bo Berg', isMinor: true, signature: null }],
  }))
  server.on(agreementsApi.endMinority, () => undefined)
  const { user } = await renderPortal({
    path: '/manage/agreements/2',
    server,
    profile: aProfile({ staffPermissions: ['members'] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Is of age now' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Is Bo Berg of age now?' }))
  await user.click(dialog.getByRole('button', { name: 'Is of age now' }))
  await screen.findByText('Bo Berg signs without a guardian now')
  expect(server.sentTo(agreementsApi.endMinority)).toHaveLength(1)
})

test('staff see who is missing and ask them by email', async () => {
  server.on(agreementsApi.list, () => list)
  server.on(agreementsApi.get, () => ({
    versions: [
      {
        id: 4,
        number: 3,
        title: 'House rules',
        text: 'Sweep.',
        inForceFrom: '2026-01-01',
        createdAt: '2026-01-01T00:00:00.000Z',
        createdBy: 'Ada Okafor',
        hash: 'ab12',
        signatures: 40,
      },
    ],
  }))
  server.on(agreementsApi.listPeople, () => ({
    signed: [],
    missing: [{ memberId: 5, name: 'Bo Berg', isMinor: false, signature: null }],
  }))
  server.on(agreementsApi.askMissing, () => ({ count: 1 }))
  const { user } = await renderPortal({
    path: '/manage/agreements/2',
    server,
    profile: aProfile({ staffPermissions: ['members'] }),
  })
  await screen.findByText('Bo Berg')
  screen.getByText('No one has signed yet.')
  await user.click(screen.getByRole('button', { name: 'Ask them by email' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Ask them by email' }))
  expect(await screen.findByText('One email is on its way')).toBeTruthy()
})
