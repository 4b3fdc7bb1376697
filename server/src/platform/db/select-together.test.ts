import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { readOnly } from './change.ts'
import type { ReadLines } from './read-lines.ts'
import { selectShared, selectTogether } from './select-together.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const names = () =>
  selectTogether((db, anyId) => db.selectFrom('members').select(['id', 'first_name']).where('id', '=', anyId))

/** A reader whose queries are answered by hand. */
const heldReader = () => {
  const asked: { query: CompiledQuery; answer: (rows: unknown[]) => void; fail: (error: Error) => void }[] = []
  const reads: ReadLines = {
    ask: <R>(query: CompiledQuery<R>) =>
      new Promise<R[]>((answer, fail) => asked.push({ query, answer: (rows) => answer(rows as R[]), fail })), // the test knows them
    close: async () => undefined,
  }
  const queries = async (count: number) => {
    await expect.poll(() => asked.length).toBe(count)
    return asked[count - 1]
  }
  return { reader: { db: portal.ctx.db, reads }, queries }
}

test('those who ask at the same time get their own rows, by one statement', async () => {
  const { ctx } = portal
  const members = await Promise.all(Array.from({ length: 5 }, () => aMember(portal.db)))
  const row = names()
  let count = 0
  const reads = { ...ctx.reads, ask: <R>(query: CompiledQuery<R>) => ((count += 1), ctx.reads.ask(query)) }
  const ids = [...members.map(({ id }) => id), 0]
  const found = await Promise.all(ids.map((id) => row.first({ db: ctx.db, reads }, id)))
  expect(found).toEqual([...members.map((member) => expect.objectContaining({ id: member.id })), undefined])
  expect(count).toBe(1)
})

test('who asks while a query is under way is answered by the next, which is not older than the question', async () => {
  const { reader, queries } = heldReader()
  const row = names()
  const early = row.first(reader, 1)
  const first = await queries(1)
  const late = [row.first(reader, 1), row.first(reader, 2)]
  first?.answer([{ id: 1, first_name: 'before' }])
  expect(await early).toEqual({ id: 1, first_name: 'before' })
  const second = await queries(2)
  expect(second?.query.parameters).toEqual([[1, 2]])
  second?.answer([{ id: 1, first_name: 'after' }])
  expect(await Promise.all(late)).toEqual([{ id: 1, first_name: 'after' }, undefined])
})

test('a query that fails fails for those who asked together, and for no others', async () => {
  const { reader, queries } = heldReader()
  const row = names()
  const [one, two] = [row.first(reader, 1), row.first(reader, 2)]
  const failures = Promise.allSettled([one, two])
  const first = await queries(1)
  const late = row.first(reader, 1)
  first?.fail(new Error('line lost'))
  expect(await failures).toMatchObject([{ reason: { message: 'line lost' } }, { reason: { message: 'line lost' } }])
  const second = await queries(2)
  second?.answer([{ id: 1, first_name: 'found' }])
  expect(await late).toMatchObject({ first_name: 'found' })
})

test('portals of one process answer by their own databases', async () => {
  const [here, there] = [heldReader(), heldReader()]
  const row = names()
  const asked = [row.first(here.reader, 1), row.first(there.reader, 1)]
  const [ofHere, ofThere] = [await here.queries(1), await there.queries(1)]
  ofHere?.answer([{ id: 1, first_name: 'here' }])
  ofThere?.answer([{ id: 1, first_name: 'there' }])
  expect(await Promise.all(asked)).toMatchObject([{ first_name: 'here' }, { first_name: 'there' }])
})

test('within a transaction a row is read there, with what it has written', async () => {
  const member = await aMember(portal.db)
  const row = names()
  await portal.db.transaction().execute(async (tx) => {
    await tx.updateTable('members').set({ first_name: 'Uncommitted' }).where('id', '=', member.id).execute()
    expect(await row.first({ db: readOnly(tx) }, member.id)).toMatchObject({ first_name: 'Uncommitted' })
  })
})

test('what is the same for all is read and made once for all who ask together', async () => {
  const { reader, queries } = heldReader()
  let made = 0
  const read = selectShared(
    (db) => db.selectFrom('devices').select('name').where('kind', '=', 'door'),
    (rows) => {
      made += 1
      return rows.map(({ name }) => name)
    },
  )
  const asked = [read(reader), read(reader)]
  const first = await queries(1)
  const late = read(reader)
  first?.answer([{ name: 'Front' }])
  expect(await Promise.all(asked)).toEqual([['Front'], ['Front']])
  expect(made).toBe(1)
  const second = await queries(2)
  second?.answer([])
  expect(await late).toEqual([])
})
