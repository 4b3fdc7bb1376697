import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findPostmaster } from '#platform/db/postmaster-file.ts'
import { freePort } from '#platform/http/free-port.ts'
import { dialDevice, type DialledDevice } from '../gateway/dialled-device.testing.ts'
import { afterThis, byProgram, newFolder, openFolder, startProcess } from '../test-process.ts'
import { aDoor } from './factory.ts'

/** One swipe and its answer. Each has a number of its own, so that it can be found again. */
const swipe = async (line: DialledDevice, card: string) => {
  line.send({ command: 'log_access', card_id: card })
  return (await line.next()).success === true
}

test('with its database killed in the middle of swipes, a door keeps its line and no swipe that was confirmed is lost', async () => {
  const dataDir = newFolder()
  const { url } = await startProcess(dataDir, await freePort())
  const { db } = openFolder(dataDir)
  const doors = await Promise.all(Array.from({ length: 4 }, () => aDoor(db)))
  const lines = await Promise.all(
    doors.map(async ({ serial, key }) => {
      const line = await dialDevice(url, { path: `/ws/access/door/${serial}`, key })
      afterThis(() => line.close())
      await line.settle()
      return line
    }),
  )
  const confirmed = new Set<string>()
  let isOver = false
  const swiping = lines.map(async (line, at) => {
    for (let n = 0; !isOver; n += 1) {
      const card = `${at + 1}${String(n).padStart(6, '0')}`
      if (await swipe(line, card)) confirmed.add(card)
      else await sleep(20)
    }
  })
  await expect.poll(() => confirmed.size, byProgram).toBeGreaterThan(40)
  process.kill(findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
  const before = confirmed.size
  await expect.poll(() => confirmed.size, byProgram).toBeGreaterThan(before + 40)
  isOver = true
  await Promise.all(swiping)

  const after = openFolder(dataDir)
  const stored = await after.db.selectFrom('swipes').select('card_number').execute()
  const cards = stored.map(({ card_number }) => card_number)
  expect([...confirmed].filter((card) => !cards.includes(card))).toEqual([])
  expect(new Set(cards).size).toBe(cards.length)
})
