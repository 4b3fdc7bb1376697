import { kiosksApi } from '@spacekeeper/contract/kiosks/routes.ts'
import { trainingApi } from '@spacekeeper/contract/training/routes.ts'
import { visitorsApi } from '@spacekeeper/contract/visitors/routes.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { hasCode } from './api-error.ts'
import { api } from './client.ts'
import { fakeServer, refuse } from './fake-server.testing.ts'
import { createQueryClient } from './query-client.ts'
import { refreshAfter, watchAnswers } from './refresh.ts'

const domains = ['kiosks', 'training', 'visitors', 'visits'] as const

const asked = { kiosks: 0, training: 0, visitors: 0, visits: 0 }
/** What the screen waits for; all that is asked is answered at once without it. */
let coming: Promise<void> | undefined
let server: ReturnType<typeof fakeServer>
let leave: () => void

beforeEach(async () => {
  server = fakeServer()
  coming = undefined
  Object.assign(asked, { kiosks: 0, training: 0, visitors: 0, visits: 0 })
  const client = createQueryClient()
  watchAnswers(client)
  const stops = domains.map((domain) => {
    const queryFn = async () => {
      asked[domain] += 1
      await coming
      return asked[domain]
    }
    return new QueryObserver(client, { queryKey: [domain, 'list'], queryFn }).subscribe(() => {})
  })
  leave = () => {
    for (const stop of stops) stop()
    client.clear()
  }
})

afterEach(() => leave())

const newPin = { pin: '4711', password: 'a good password' }

test('a write asks again for what its own domain answered, and for nothing else', async () => {
  server.on(kiosksApi.setOwnPin, () => undefined)
  await api.kiosks.setOwnPin(newPin)
  expect(asked).toEqual({ kiosks: 2, training: 1, visitors: 1, visits: 1 })
})

test('a write asks again for the other domains that the contract names, too', async () => {
  server.on(visitorsApi.cancel, () => undefined)
  await api.visitors.cancel({ visitorId: 1 })
  expect(asked).toEqual({ kiosks: 1, training: 1, visitors: 2, visits: 2 })
})

test('a write that was refused asks for nothing', async () => {
  server.on(kiosksApi.setOwnPin, () => refuse('wrongPassword'))
  const error: unknown = await api.kiosks.setOwnPin(newPin).catch((caught: unknown) => caught)
  expect(hasCode(error, 'wrongPassword')).toBe(true)
  expect(asked.kiosks).toBe(1)
})

test('what is sent as a write and changes nothing asks for nothing', async () => {
  server.on(kiosksApi.unlock, () => undefined)
  await api.kiosks.unlock({ email: 'bo@example.org', password: 'a good password' })
  server.on(trainingApi.importAwards, () => ({ awards: 2, known: 0, problems: [], sample: [] }))
  await api.training.importAwards({ certificateId: 1, isTrial: 'true', file: new Blob(['a']) })
  expect(asked).toEqual({ kiosks: 1, training: 1, visitors: 1, visits: 1 })
})

test('a write answers once the screen shows what it changed', async () => {
  server.on(kiosksApi.setOwnPin, () => undefined)
  const { promise, resolve } = aPromise<void>()
  coming = promise
  let isSaved = false
  const saving = api.kiosks.setOwnPin(newPin).then(() => {
    isSaved = true
  })
  await expect.poll(() => asked.kiosks).toBe(2)
  expect(isSaved).toBe(false)
  resolve()
  await saving
})

test('several writes that belong together ask again once, when the last is done', async () => {
  server.on(kiosksApi.setOwnPin, () => undefined)
  server.on(visitorsApi.cancel, () => undefined)
  await refreshAfter(async () => {
    await api.kiosks.setOwnPin(newPin)
    await api.kiosks.setOwnPin(newPin)
    await api.visitors.cancel({ visitorId: 1 })
    expect(asked.kiosks).toBe(1)
  })
  expect(asked).toEqual({ kiosks: 2, training: 1, visitors: 2, visits: 2 })
})

test('of several writes, those before one that was refused ask again', async () => {
  server.on(visitorsApi.cancel, () => undefined)
  server.on(kiosksApi.setOwnPin, () => refuse('wrongPassword'))
  const both = refreshAfter(async () => {
    await api.visitors.cancel({ visitorId: 1 })
    await api.kiosks.setOwnPin(newPin)
  })
  await expect(both).rejects.toThrow('wrongPassword')
  expect(asked).toEqual({ kiosks: 1, training: 1, visitors: 2, visits: 2 })
})
