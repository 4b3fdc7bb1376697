import { expect, test } from 'vitest'
import { createEventMemory } from './event-memory.ts'

const topics = (events: { topic: string }[] | null) => events?.map((event) => event.topic) ?? null

test('who was away for a moment gets what came since', () => {
  const memory = createEventMemory()
  const first = memory.add('swipes', 'everybody')
  memory.add('visits', 'everybody')
  memory.add('access', 'admins')
  expect(topics(memory.since(first.id))).toEqual(['visits', 'access'])
  expect(topics(memory.since(memory.lastId()))).toEqual([])
})

test('who was away too long, or was told by another process, cannot be caught up', () => {
  const memory = createEventMemory(2)
  const first = memory.add('swipes', 'everybody')
  const second = memory.add('swipes', 'everybody')
  memory.add('visits', 'everybody')
  expect(topics(memory.since(first.id))).toEqual(['swipes', 'visits'])
  memory.add('access', 'everybody')
  expect(memory.since(first.id)).toBeNull()
  expect(topics(memory.since(second.id))).toEqual(['visits', 'access'])
  for (const id of ['', 'x', 'feed-1', `${second.id}9999`, second.id.replace(/\d+$/, 'abc')])
    expect(memory.since(id), id).toBeNull()
})

test('a process that has told nothing yet knows its own last id', () => {
  const memory = createEventMemory()
  expect(topics(memory.since(memory.lastId()))).toEqual([])
})

test('a page that asked before it listened gets what came since then, and all anew where that is not known any more', () => {
  const memory = createEventMemory(2)
  expect(topics(memory.lately(1000))).toEqual([])
  memory.add('swipes', 'everybody')
  memory.add('visits', 'everybody')
  expect(topics(memory.lately(60_000))).toEqual(['swipes', 'visits'])
  memory.add('access', 'everybody')
  expect(memory.lately(60_000)).toBeNull()
})
