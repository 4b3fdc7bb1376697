import { backupApi, type RestoreState } from '@spacekeeper/contract/backup/routes.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal } from '../portal.testing.tsx'

const uploadId = '00000000-0000-4000-8000-000000000001'

const aState = (facts: Partial<RestoreState>): RestoreState => ({
  isPossible: true,
  step: 'none',
  fault: null,
  ...facts,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const open = (facts: Partial<RestoreState> = {}) => {
  server.on(backupApi.getRestore, () => aState(facts))
  return renderPortal({ path: '/restore/secret', server })
}

const choose = async (user: Awaited<ReturnType<typeof open>>['user'], text = 'a backup') => {
  await screen.findByRole('button', { name: 'Choose a file' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no field for a file.')
  await user.upload(input, new File([text], 'space.backup'))
}

test('a backup is uploaded and restored, a wrong code is typed again without another upload, and then people log in', async () => {
  const { user } = await open()
  let begun = 0
  server.on(backupApi.beginRestore, () => {
    begun += 1
    return { uploadId }
  })
  server.on(backupApi.addRestorePiece, () => undefined)
  server.on(backupApi.startRestore, () => refuse('badInput', { fields: [{ field: 'code', message: 'Wrong key.' }] }))
  await choose(user)
  expect(await screen.findByText(/space\.backup/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('Wrong key.')).toBeTruthy()
  server.on(backupApi.startRestore, ({ body }) => {
    expect(body).toEqual({ code: 'K7QX' })
    server.on(backupApi.getRestore, () => aState({ step: 'restoring' }))
  })
  await user.type(screen.getByLabelText('Code of its key'), 'K7QX')
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByRole('heading', { name: 'The portal is being restored' })).toBeTruthy()
  server.on(backupApi.getRestore, () => refuse('invalidLink'))
  expect(await screen.findByRole('heading', { name: 'The portal is restored' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  expect(begun).toBe(1)
})

test('a file that is no backup is said, and the next try uploads again', async () => {
  const { user } = await open()
  server.on(backupApi.beginRestore, () => ({ uploadId }))
  server.on(backupApi.addRestorePiece, () => undefined)
  server.on(backupApi.startRestore, () =>
    refuse('badInput', { fields: [{ field: 'bytes', message: 'This file is no backup of Spacekeeper.' }] }),
  )
  await choose(user)
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('This file is no backup of Spacekeeper.')).toBeTruthy()
  expect(server.sentTo(backupApi.beginRestore)).toMatchObject([{ body: { bytes: 8 } }])
})

test.each<[string, Partial<RestoreState>, string]>([
  ['a database elsewhere', { isPossible: false }, 'This portal can’t restore from its page'],
  ['a portal that a person has to start again', { step: 'waiting' }, 'Start the portal again'],
  ['a restore that goes on', { step: 'restoring' }, 'The portal is being restored'],
])('of %s the page says what there is to do', async (_, facts, heading) => {
  await open(facts)
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
})

test('a restore that failed says why, and a link that is over says so', async () => {
  await open({ fault: 'The disk is full.' })
  expect(await screen.findByText('Nothing was restored: The disk is full.')).toBeTruthy()
})

test('a link that is over says so', async () => {
  server.on(backupApi.getRestore, () => refuse('invalidLink'))
  await renderPortal({ path: '/restore/secret', server })
  expect(await screen.findByRole('heading', { name: 'This link can’t be used' })).toBeTruthy()
})
