import pino from 'pino'
import { expect, test } from 'vitest'
import { beginSweep, sweep } from './sweep.ts'

const ctx = { log: pino({ enabled: false }) }

const failOn = (bad: number) => async (item: number) => {
  if (item === bad) throw new Error('the item is broken')
}

test('one that can’t be worked through holds up no other, and the run fails for it at its end', async () => {
  const done: number[] = []
  const run = sweep(ctx, [1, 2, 3], {
    what: 'numbers',
    nameOf: (item) => `number ${item}`,
    work: async (item) => {
      await failOn(1)(item)
      done.push(item)
    },
  })
  await expect(run).rejects.toThrow('1 could not be worked through: number 1 (the item is broken)')
  expect(done).toEqual([2, 3])
})

test('of those that are worked through together only the broken one is left out', async () => {
  const run = beginSweep(ctx, 'numbers')
  const done = await run.together([1, 2, 3, 4, 5], {
    nameOf: (item) => `number ${item}`,
    work: async (items) => {
      for (const item of items) await failOn(4)(item)
      return items
    },
  })
  expect(done.flat()).toEqual([1, 2, 3, 5])
  expect(() => run.end()).toThrow('number 4')
})

test('while the database is away nothing is tried further', async () => {
  const tried: number[] = []
  const run = sweep(ctx, [1, 2, 3], {
    what: 'numbers',
    nameOf: String,
    work: async (item) => {
      tried.push(item)
      throw new Error('Connection terminated unexpectedly')
    },
  })
  await expect(run).rejects.toThrow('Connection terminated unexpectedly')
  expect(tried).toEqual([1])
})

test('a run in which nothing fails ends in peace', async () => {
  const run = beginSweep(ctx, 'numbers')
  await run.each([1, 2], { nameOf: String, work: failOn(3) })
  expect(() => run.end()).not.toThrow()
})
