import { storageApi } from '@spacekeeper/contract/storage/routes.ts'
import type { StorageList, StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const withStorage = { ...defaultSite, features: { ...defaultSite.features, enableStorage: true } }

const place = (facts: Partial<StoragePlace> & Pick<StoragePlace, 'id' | 'code'>): StoragePlace => ({
  name: '',
  kind: 'shelf',
  area: 'Basement',
  notes: '',
  state: 'free',
  holder: null,
  heldSince: null,
  untilOn: null,
  clearBy: null,
  ...facts,
})

const counts = { all: 2, free: 1, held: 1, overdue: 0, toClear: 1, outOfUse: 0 }

let server: ReturnType<typeof fakeServer>
let list: StorageList
beforeEach(() => {
  server = fakeServer()
  list = {
    places: [
      place({ id: 1, code: 'A1' }),
      place({
        id: 2,
        code: 'A2',
        state: 'toClear',
        holder: { id: 9, name: 'Bo Berg', isMember: false },
        clearBy: '2026-03-01',
      }),
    ],
    counts,
    requests: [],
  }
  server.on(storageApi.list, () => list)
})

const open = () =>
  renderPortal({
    path: '/manage/storage',
    server,
    profile: aProfile({ staffPermissions: ['members'] }),
    config: withStorage,
  })

test('staff add twenty numbered places at once, and a wrong range is said at its field', async () => {
  list = { places: [], counts: { ...counts, all: 0 }, requests: [] }
  server.on(storageApi.addMany, () => ({ added: 19, known: 1 }))
  const { user } = await open()
  await screen.findByText('No storage places yet')
  await user.click(screen.getByRole('button', { name: 'Add many places' }))
  const dialog = within(await screen.findByRole('dialog'))
  const last = dialog.getByRole('textbox', { name: 'Last number' })
  await user.clear(last)
  await user.type(last, '0')
  await user.click(dialog.getByRole('button', { name: 'Add many places' }))
  await dialog.findByText('Must not be before the first.')
  expect(server.sentTo(storageApi.addMany)).toEqual([])
  await user.clear(last)
  await user.type(last, '20')
  dialog.getByText('These codes: A1 … A20')
  await user.click(dialog.getByRole('button', { name: 'Add many places' }))
  await screen.findByText('19 places added. 1 already existed')
  expect(server.sentTo(storageApi.addMany)[0]?.body).toEqual({
    prefix: 'A',
    first: 1,
    last: 20,
    kind: 'shelf',
    area: '',
  })
})

test('a code that is taken is said, and the dialog stays', async () => {
  server.on(storageApi.add, () => refuse('placeTaken'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add place' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Code' }), 'a1')
  await user.click(dialog.getByRole('button', { name: 'Add place' }))
  expect(await dialog.findByText('Another storage place has this code.')).toBeDefined()
})

test('a place of a former member is released after a question', async () => {
  server.on(storageApi.release, () => {
    list = { ...list, places: [place({ id: 1, code: 'A1' }), place({ id: 2, code: 'A2' })] }
  })
  const { user } = await open()
  await screen.findByText(/no longer a member/)
  await user.click(screen.getByRole('button', { name: 'Actions for A2' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Release' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release place' }))
  await screen.findByText('A2 is free again')
  expect(server.sentTo(storageApi.release)[0]?.params).toEqual({ placeId: '2' })
})
