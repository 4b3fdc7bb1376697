import { currencies } from '@spacekeeper/contract/currencies.ts'
import type { NewPlan, TierDetails } from '@spacekeeper/contract/plans/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { insertPlan } from './plans.ts'
import { insertTier, offerNotices } from './tiers.ts'

type ExamplePlan = Pick<
  NewPlan,
  'name' | 'costCents' | 'interval' | 'intervalCount' | 'joiningFeeCents' | 'maxPeople' | 'isAdvised'
>

/** What many spaces begin with. Amounts are round numbers, there to be changed. */
export const exampleTiers: readonly (Pick<TierDetails, 'name' | 'description' | 'featured'> & {
  plans: readonly ExamplePlan[]
})[] = [
  {
    name: 'Casual',
    description: 'For people who come now and then.',
    featured: false,
    plans: [{ name: 'Casual, weekly', costCents: 1500, interval: 'week', intervalCount: 1 }],
  },
  {
    name: 'Member',
    description: 'All doors, machines and a vote.',
    featured: true,
    plans: [
      { name: 'Member, monthly', costCents: 5000, interval: 'month', intervalCount: 1, joiningFeeCents: 2500 },
      { name: 'Member, yearly', costCents: 54_000, interval: 'year', intervalCount: 1 },
    ],
  },
  {
    name: 'Family and concession',
    description: 'For households, students, pensioners and people on a low income.',
    featured: false,
    plans: [
      { name: 'Family, monthly', costCents: 8000, interval: 'month', intervalCount: 1, maxPeople: 5 },
      { name: 'Concession, monthly', costCents: 3000, interval: 'month', intervalCount: 1, isAdvised: false },
    ],
  },
]

/** Adds all examples, for a space that has nothing yet. */
export const createExamples = async (ctx: Ctx): Promise<{ tiers: number }> => {
  const currency = currencies[await ctx.settings.get('SITE_LOCALE_CURRENCY')]
  return change(ctx, 'tiers.examplesAdded', async (work) => {
    // Two who add them in the same moment both find nothing.
    await sql`select pg_advisory_xact_lock(hashtext('example tiers'))`.execute(work.tx)
    const any = await work.tx.selectFrom('tiers').select('id').limit(1).executeTakeFirst()
    if (any) throw new AppError('tiersExist')
    for (const { plans, ...tier } of exampleTiers) {
      const { id } = await insertTier(work, { ...tier, visible: true })
      for (const plan of plans) await insertPlan(work, { ...plan, memberTier: id, currency, visible: true })
    }
    const names = exampleTiers.map(({ name }) => name)
    return { result: { tiers: names.length }, data: { tiers: names }, tell: offerNotices() }
  })
}
