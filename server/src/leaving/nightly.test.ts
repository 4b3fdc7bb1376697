import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domains } from '../domains.ts'
import { aMember } from '../members/factory.ts'
import { changeStanding } from '../members/standing.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { randomOf, someOf } from '../random-runs.testing.ts'
import { aRichMember } from './leaving.testing.ts'
import { runLeavings } from './nightly.ts'
import { type StepCatalog, stepsOf } from './steps.ts'

const clock = { now: new Date('2026-05-04T02:00:00Z') }
const dayMs = 86_400_000

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await staff.settings.update({ key: 'ENABLE_LEAVING', value: true })
})
afterAll(() => portal.close())

const steps = stepsOf(domains)

/** The steps, of which some fail, and some lose the database, after they have done their work and before it is committed. */
const faultySteps = (random: () => number): StepCatalog =>
  new Map(
    [...steps].map(([name, step]) => [
      name,
      {
        ...step,
        run: async (...given: Parameters<typeof step.run>) => {
          const outcome = await step.run(...given)
          const luck = random()
          if (luck < 0.15) throw new Error('The step broke.')
          if (luck < 0.3) throw new Error('Connection terminated unexpectedly')
          return outcome
        },
      },
    ]),
  )

const countOf = async (memberId: number) => {
  const { rows } = await sql<{ event: string; step: string | null; count: number }>`
    select event, data ->> 'step' as step, count(*)::int from audit_events
    where subject_kind = 'member' and subject_id = ${memberId}
      and (event in ('leaving.began', 'leaving.stepDone', 'card.retired', 'access.changed'))
    group by 1, 2`.execute(portal.db)
  return rows
}

const jobsOf = async (memberId: number) => {
  const { rows } = await sql<{ occasion: string; count: number }>`
    select template as occasion, count(*)::int from messages
    where member_id = ${memberId} and template like 'leaving%' group by 1`.execute(portal.db)
  return Object.fromEntries(rows.map(({ occasion, count }) => [occasion, count]))
}

test.each(someOf('nights', [1, 2, 3]))(
  'nights at any moment, cut anywhere, do every step once and lose none (%i)',
  async (name) => {
    const random = randomOf(`nights ${name}`).next
    const members = await Promise.all(Array.from({ length: 5 }, () => aRichMember(portal.db)))
    for (const { id: memberId } of members) {
      await changeStanding(portal.ctx, { memberId, move: 'subscriptionEnded' })
      clock.now = new Date(clock.now.getTime() + Math.floor(random() * 3 * dayMs))
    }
    const [back, ...gone] = members
    for (let round = 0; round < 40; round += 1) {
      clock.now = new Date(clock.now.getTime() + Math.floor(random() * 4 * dayMs))
      if (round === 3 && back) await changeStanding(portal.ctx, { memberId: back.id, move: 'invoicePaid' })
      // Two processes at once, now and then.
      const runs = Array.from({ length: random() < 0.3 ? 2 : 1 }, () => runLeavings(portal.ctx, faultySteps(random)))
      await Promise.allSettled(runs)
    }
    clock.now = new Date(clock.now.getTime() + 120 * dayMs)
    await runLeavings(portal.ctx, steps)
    await portal.runJobs()
    for (const { id } of gone) {
      const found = await countOf(id)
      expect(found.filter(({ count }) => count !== 1)).toEqual([])
      expect(found.filter(({ event }) => event === 'leaving.stepDone')).toHaveLength(steps.size)
      expect(found.map(({ event }) => event)).toEqual(
        expect.arrayContaining(['leaving.began', 'card.retired', 'access.changed']),
      )
      expect(await jobsOf(id)).toEqual({ leavingGoodbye: 1, leavingAccount: 1 })
    }
    const open = await portal.db
      .selectFrom('leavings')
      .select('id')
      .where('state', '<>', 'done')
      .where('returned_at', 'is', null)
      .execute()
    expect(open).toEqual([])
    const { rows } = await sql<{ state: string }>`select m.membership_state as state from members m
    where m.id = ${back?.id ?? 0} and exists (select from cards c where c.member_id = m.id and c.state = 'active')`.execute(
      portal.db,
    )
    expect(rows).toEqual([{ state: 'active' }])
  },
  240_000,
)
