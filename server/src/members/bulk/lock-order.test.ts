import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilLocksAwaited } from '#platform/db/waiting-locks.testing.ts'
import type { TestClient } from '../../client.testing.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { aMember } from '../factory.ts'

let portal: TestPortal
let api: TestClient
let words = 0

beforeAll(async () => {
  portal = await startTestPortal()
  api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})
afterAll(() => portal.close())

const moveAll = async (lastName: string, move: 'suspend' | 'requireUpdate') => {
  const input = { selection: { filter: { text: lastName } }, move }
  const { fingerprint } = await api.members.previewMoves(input)
  return api.members.moveMany({ ...input, fingerprint, ...(move === 'suspend' && { reason: 'Talk to us.' }) })
}

type Act = (first: { id: number }, actionId: number, lastName: string) => Promise<unknown>

test.each<[string, Act]>([
  ['a change of many', (_first, _action, lastName) => moveAll(lastName, 'suspend')],
  ['undoing it', (_first, actionId) => api.members.undoBulkAction({ actionId })],
  ['suspending one', ({ id }) => api.members.suspend({ memberId: id, reason: 'Talk to us.' })],
])('%s locks members by their ids, administrators too, as a batch of swipes does', async (_, act) => {
  const lastName = `Order${(words += 1)}`
  const first = await aMember(portal.db, { lastName })
  const second = await aMember(portal.db, { lastName, isAdmin: true })
  const { actionId } = await moveAll(lastName, 'requireUpdate')
  let answer: Promise<unknown> = Promise.resolve()
  await portal.db.transaction().execute(async (tx) => {
    await sql`select from members where id = ${first.id} for update`.execute(tx)
    answer = act(first, actionId ?? 0, lastName).catch((error: unknown) => error)
    await untilLocksAwaited(portal.db)
    const free = sql`select from members where id = ${second.id} for update skip locked`
    expect((await free.execute(tx)).rows).toHaveLength(1)
  })
  await answer
})
