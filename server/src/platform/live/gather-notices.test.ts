import { pino } from 'pino'
import { expect, test } from 'vitest'
import { gatherNotices } from './gather-notices.ts'

const log = pino({ level: 'silent' })

test('the first is told at once, and what comes meanwhile together, each once', async () => {
  const sent: (readonly string[])[] = []
  const first = Promise.withResolvers<void>()
  const gathered = gatherNotices({
    log,
    send: (texts) => {
      sent.push(texts)
      return sent.length === 1 ? first.promise : Promise.resolve()
    },
  })
  gathered.add(['a'])
  expect(sent).toEqual([['a']])
  for (const text of ['b', 'c', 'b', 'a']) gathered.add([text])
  first.resolve()
  await expect.poll(() => sent).toEqual([['a'], ['b', 'c', 'a']])
  await gathered.close()
  expect(sent).toHaveLength(2)
})

test('what could not be told is told again, at the latest when the portal stops', async () => {
  const sent: string[] = []
  let tries = 0
  const gathered = gatherNotices({
    log,
    send: async (texts) => {
      tries += 1
      if (tries === 1) throw new Error('no line')
      sent.push(...texts)
    },
  })
  gathered.add(['a'])
  gathered.add(['b'])
  await gathered.close()
  expect(sent.toSorted()).toEqual(['a', 'b'])
})
