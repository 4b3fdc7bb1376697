import { expect, test } from 'vitest'
import { type AsideLimits, openAside } from './aside.ts'
import type { double, fail, spin, swell } from './works.testing.ts'

const works = new URL('./works.testing.ts', import.meta.url)

const limits: AsideLimits = { ms: 60_000, megabytes: 64, waiting: 2 }

test('works are done beside the thread that asks, one after the other', async () => {
  const run = openAside(limits)<typeof double>(works, 'double')
  expect(await Promise.all([run(1), run(2)])).toEqual([
    { count: 2, isMainThread: false },
    { count: 4, isMainThread: false },
  ])
})

test('what takes too long is stopped, and the next is done', async () => {
  const run = openAside({ ...limits, ms: 50 })<typeof spin>(works, 'spin')
  await expect(run(null)).rejects.toMatchObject({ code: 'workTooLong' })
  await expect(run(null)).rejects.toMatchObject({ code: 'workTooLong' })
})

test('what takes too much memory is stopped alone', async () => {
  const run = openAside({ ...limits, megabytes: 16 })<typeof swell>(works, 'swell')
  await expect(run(null)).rejects.toMatchObject({ code: 'workTooLong' })
})

test('what fails is a fault with its words', async () => {
  const run = openAside(limits)<typeof fail>(works, 'fail')
  await expect(run('no such day')).rejects.toThrow('no such day')
})

test('while too many wait the next is refused and told when to come back', async () => {
  const run = openAside({ ...limits, ms: 500 })<typeof spin>(works, 'spin')
  const asked = Array.from({ length: 4 }, () => run(null))
  const ends = await Promise.allSettled(asked)
  expect(ends.map((end) => end.status === 'rejected' && String(end.reason.code))).toEqual([
    'workTooLong',
    'workTooLong',
    'workTooLong',
    'workBusy',
  ])
})
