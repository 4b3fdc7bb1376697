import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startCardReader, textOf, type CardReader, type CardReaderOptions } from './card-reader.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const start = async (options: CardReaderOptions = {}) => {
  const reader = await startCardReader(options)
  closing.push(reader.close)
  return reader
}
const connect = async (reader: CardReader) => {
  const socket = new WebSocket(reader.url, 'arduino')
  closing.push(() => socket.terminate())
  const heard: string[] = []
  socket.on('message', (data) => heard.push(textOf(data)))
  await once(socket, 'open')
  return { socket, heard }
}

test('the client in the first place hears of cards, and no other moves up when it leaves', async () => {
  const reader = await start()
  expect(reader.swipe('1044')).toBe(false)
  const first = await connect(reader)
  const second = await connect(reader)
  expect(first.socket.protocol).toBe('arduino')
  expect(reader.swipe('1044')).toBe(true)
  await expect.poll(() => first.heard).toEqual(['c:1044'])
  expect(second.heard).toEqual([])
  first.socket.close()
  await expect.poll(() => reader.state().clients).toBe(1)
  expect(reader.swipe('1045')).toBe(false)
  const third = await connect(reader)
  reader.swipe('1046')
  await expect.poll(() => third.heard).toEqual(['c:1046'])
  expect(second.heard).toEqual([])
})

test('the place of a client that lost power stays taken', async () => {
  const reader = await start()
  const release = reader.holdPlace()
  await connect(reader)
  expect(reader.swipe('1044')).toBe(false)
  release()
  const next = await connect(reader)
  expect(reader.swipe('1045')).toBe(true)
  await expect.poll(() => next.heard).toEqual(['c:1045'])
})

test('a talkative one says more than cards, and keeps how it was greeted', async () => {
  const reader = await start({ isTalkative: true })
  const { socket, heard } = await connect(reader)
  socket.send('hello')
  reader.swipe('7')
  reader.say('')
  await expect.poll(() => heard).toEqual(['[debug] client connected, 1 of 4', '[debug] tag in field 7', 'c:7', ''])
  await expect.poll(() => reader.state().greetings).toEqual(['hello'])
})
