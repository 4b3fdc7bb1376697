import { trainingApi } from '@spacekeeper/contract/training/routes.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { nothingYet } from '../training/training.testing.ts'

class FakeSocket extends EventTarget {
  static last: FakeSocket | null = null
  constructor() {
    super()
    FakeSocket.last = this
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  send() {}
  close() {
    this.dispatchEvent(new Event('close'))
  }
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('WebSocket', FakeSocket)
  server = fakeServer()
})

const trains = [{ id: 3, name: 'Laser induction' }]

const open = (training = { ...nothingYet, trains }, kiosk: typeof defaultSite.kiosk = null) => {
  server.on(trainingApi.getOwn, () => training)
  return renderPortal({
    path: '/account/training/award',
    server,
    profile: aProfile(),
    config: { ...defaultSite, kiosk },
  })
}

test('a member who is no trainer reads how one becomes one', async () => {
  await open(nothingYet)
  expect(await screen.findByText('You’re not a trainer yet')).toBeTruthy()
})

test('on their own device a trainer finds the learner by name', async () => {
  server.on(trainingApi.findLearners, () => ({ members: [{ id: 8, name: 'Bo Berg' }] }))
  server.on(trainingApi.awardAsTrainer, () => ({ name: 'Bo' }))
  const { user } = await open()
  await user.type(await screen.findByRole('combobox', { name: 'Who did you train?' }), 'bo')
  await user.click(await screen.findByRole('option', { name: 'Bo Berg' }))
  await user.click(screen.getByRole('button', { name: 'Award certificate' }))
  await screen.findByText('Bo has Laser induction now')
  expect(server.sentTo(trainingApi.awardAsTrainer)[0]?.body).toEqual({ certificateId: 3, memberId: 8 })
})

test('at a kiosk the learner holds their card to the reader', async () => {
  server.on(trainingApi.awardAsTrainer, () => refuse('learnerUnknown'))
  await open(undefined, 'authorised')
  await screen.findByText('Now hold the learner’s card to the reader.')
  const hold = (card: string) =>
    act(() => void FakeSocket.last?.dispatchEvent(new MessageEvent('message', { data: card })))
  hold('c:1002')
  await screen.findByText('We don’t know this card. Staff can link it to its member.')
  server.on(trainingApi.awardAsTrainer, () => ({ name: 'Bo' }))
  hold('c:1003')
  await screen.findByText('Bo has Laser induction now')
  await waitFor(() =>
    expect(server.sentTo(trainingApi.awardAsTrainer).map(({ body }) => body)).toMatchObject([
      { card: '1002' },
      { card: '1003' },
    ]),
  )
})
