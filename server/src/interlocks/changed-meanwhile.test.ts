import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { untilLocksAwaited } from '#platform/db/waiting-locks.testing.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aMachine } from './factory.ts'
import { machineScene, says } from './machine-scene.testing.ts'

let portal: TestPortal
let site: ReturnType<typeof machineScene>
beforeAll(async () => {
  portal = await startTestPortal()
  site = machineScene({ db: portal.db, url: await portal.listen() })
})
afterEach(() => site.hangUp())
afterAll(() => portal.close())

type Member = { id: number; card: string }

test.each<[string, (member: Member) => ReturnType<typeof sql>, string]>([
  [
    'suspended',
    ({ id }) => sql`update members set suspended_at = now(), suspension_reason = 'Talk to us.' where id = ${id}`,
    'suspended',
  ],
  [
    'without their card',
    ({ card }) => sql`update cards set state = 'lost', ended_at = now() where number = ${card}`,
    'unknownCard',
  ],
  ['without their grant', ({ id }) => sql`delete from grants where member_id = ${id}`, 'noGrant'],
])('a start that waits for its member to be %s is refused', async (_, change, refusal) => {
  const machine = await aMachine(portal.db)
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  let answer: Promise<unknown> = Promise.resolve()
  await portal.db.transaction().execute(async (tx) => {
    await sql`select from members where id = ${bo.id} for no key update`.execute(tx)
    await change(bo).execute(tx)
    answer = says.start(line, bo.card)
    await untilLocksAwaited(portal.db)
  })
  expect(await answer).toEqual({ command: 'interlock_session_rejected', reason: 'rejected' })
  const swipes = portal.db.selectFrom('swipes').select('refusal').where('device_id', '=', machine.id)
  expect(await swipes.execute()).toEqual([{ refusal }])
  const uses = portal.db.selectFrom('interlock_sessions').select('id').where('device_id', '=', machine.id)
  expect(await uses.execute()).toEqual([])
})
