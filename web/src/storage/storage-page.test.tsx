import { storageApi } from '@spacekeeper/contract/storage/routes.ts'
import type { OwnStorage, ShownPlace } from '@spacekeeper/contract/storage/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const withStorage = { ...defaultSite, features: { ...defaultSite.features, enableStorage: true } }

let server: ReturnType<typeof fakeServer>
let own: OwnStorage
beforeEach(() => {
  server = fakeServer()
  own = { places: [], request: null, mayAsk: true, freePlaces: 2 }
  server.on(storageApi.listOwn, () => own)
})

const open = (path = '/account/storage') => renderPortal({ path, server, profile: aProfile(), config: withStorage })

test('a member without a place asks for one, and reads that they wait', async () => {
  server.on(storageApi.ask, () => {
    own = { ...own, request: { kind: 'box', note: 'Small', askedAt: '2026-03-10T02:00:00.000Z' } }
  })
  const { user } = await open()
  await screen.findByText('You have no storage place')
  await user.click(screen.getByRole('button', { name: 'Ask for a place' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a storage place' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What do you need?' }), 'Box')
  await user.type(dialog.getByRole('textbox', { name: 'What is it for?' }), 'Small')
  await user.click(dialog.getByRole('button', { name: 'Ask for a place' }))
  await screen.findByRole('heading', { name: 'You’re on the waiting list' })
  screen.getByText('There are 2 free places right now.')
  expect(server.sentTo(storageApi.ask)[0]?.body).toEqual({ kind: 'box', note: 'Small' })
})

test('a full waiting list is said where it was asked', async () => {
  server.on(storageApi.ask, () => refuse('waitingListFull'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Ask for a place' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Ask for a place' }))
  expect(await dialog.findByText(/waiting list for storage is full/)).toBeDefined()
})

test('a place says until when it is theirs, and when it has to be cleared', async () => {
  const place = { name: '', kind: 'shelf', area: 'Basement', untilOn: null, clearBy: null } as const
  own = {
    ...own,
    places: [
      { ...place, code: 'A1', state: 'held', untilOn: '2099-03-14' },
      { ...place, code: 'A2', state: 'ending', clearBy: '2099-04-01' },
    ],
  }
  await open()
  within(await screen.findByRole('region', { name: 'A1' })).getByText(/^Yours until .*2099/)
  const second = within(screen.getByRole('region', { name: 'A2' }))
  expect(second.getByText(/take your things away by .*2099/)).toBeDefined()
})

test('the label of another member’s place tells their shown name and nothing to do', async () => {
  const shown: ShownPlace = {
    code: 'A7',
    name: '',
    kind: 'shelf',
    area: '',
    state: 'held',
    holderName: 'cc',
    isOwn: false,
    untilOn: null,
    clearBy: null,
    staff: null,
  }
  server.on(storageApi.show, () => shown)
  await open('/storage/a7')
  await screen.findByText('cc keeps things here. Please don’t touch them.')
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
})
