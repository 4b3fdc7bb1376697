import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#platform/http/app-error.ts'
import { addDays } from '#platform/local-day.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { followSubscription } from '../billing/follow.ts'
import { lockSubscription } from '../billing/subscription-row.ts'
import { endSubscription } from '../billing/subscriptions/subscriptions.ts'
import { RefusedCall } from '../client.testing.ts'
import { changeStanding } from '../members/standing.ts'
import { randomOf, stride } from '../random-runs.testing.ts'
import { findMemberFaults } from './member-truths.ts'
import { startSignup } from './signup.testing.ts'

let space: Awaited<ReturnType<typeof startSignup>>
beforeEach(async () => {
  space = await startSignup()
})
afterEach(() => space.close())

type Walker = Awaited<ReturnType<typeof space.join>> & { day: number; bulk: number | null }

const follow = async (walker: Walker) => {
  const newest = (await space.subscriptionsOf(walker.id)).at(-1)
  if (!newest) return
  await changeBilling(space.portal.ctx, 'billing.overdue', async (work) => {
    const [today, now] = [addDays(work.today, walker.day), new Date(work.now.getTime() + walker.day * 86_400_000)]
    const later = { ...work, today, now }
    await followSubscription(later, await lockSubscription(later, newest.id))
  })
}

const openOf = async (walker: Walker) =>
  (
    await space.portal.db
      .selectFrom('applications')
      .select('id')
      .where('member_id', '=', walker.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.id ?? 0

/** Acts of a member, staff, money and the clock. Many are refused, as they should be. */
const acts: Record<string, (walker: Walker) => Promise<unknown>> = {
  takesPlan: ({ api }) => api.signup.choosePlan({ planId: space.planId, collector: 'bank' }),
  completes: ({ api }) => api.signup.completeSignup(),
  skips: ({ api }) => api.signup.skipSignup(),
  pays: ({ id }) => space.pay(id, 7000),
  paysMuch: ({ id }) => space.pay(id, 40_000),
  timePasses: async (walker) => {
    walker.day += 40
    await follow(walker)
  },
  planEnds: ({ id }) =>
    changeBilling(space.portal.ctx, 'billing.ended', (work) =>
      endSubscription(work, { memberId: id, reason: 'cancelled', keepsDebt: false }),
    ),
  isMadeMember: ({ id }) => space.staff.members.makeMember({ memberId: id }),
  isActivated: ({ id }) => space.staff.members.setState({ memberId: id, state: 'active' }),
  isPutOut: ({ id }) => space.staff.members.setState({ memberId: id, state: 'inactive', reason: 'No.' }),
  isSuspended: ({ id }) => changeStanding(space.portal.ctx, { memberId: id, move: 'suspend', reason: 'No.' }),
  isLifted: ({ id }) => changeStanding(space.portal.ctx, { memberId: id, move: 'lift' }),
  isAccepted: async (walker) => space.staff.signup.acceptApplication({ applicationId: await openOf(walker) }),
  isDeclined: async (walker) =>
    space.staff.signup.declineApplication({ applicationId: await openOf(walker), reason: 'No.' }),
  isMovedInBulk: async (walker) => {
    const move = (await space.stateOf(walker.id)) === 'inactive' ? ('activate' as const) : ('makeMember' as const)
    const input = { selection: { memberIds: [walker.id] }, move }
    const { fingerprint } = await space.staff.members.previewMoves(input)
    walker.bulk = (await space.staff.members.moveMany({ ...input, fingerprint })).actionId
  },
  bulkIsUndone: ({ bulk }) =>
    bulk === null ? Promise.resolve() : space.staff.members.undoBulkAction({ actionId: bulk }),
}

/** Acts that lead further are done more often, so that walks get far. */
const drawn = [
  ...Object.keys(acts),
  ...['takesPlan', 'completes', 'pays', 'isPutOut', 'isAccepted'].flatMap((name) => [name, name, name]),
]

const isRefusal = (error: unknown) =>
  error instanceof AppError || (error instanceof RefusedCall && error.status >= 400 && error.status < 500)

/** For each way to join: some hundreds in all by day, and ten thousand at night, in parts with a portal each. */
const sequences = stride === 1 ? 500 : 100
const parts = Array.from({ length: stride === 1 ? 10 : 1 }, (_, at) => at + 1)
const walks = [false, true].flatMap((asks) => parts.map((part) => ({ asks, part })))

test.each(walks)(
  'whatever is done in whatever order, what must be true of a member is (approval: $asks, part $part)',
  async ({ asks, part }) => {
    await space.set('SIGNUP_NEEDS_APPROVAL', asks)
    const random = randomOf(`members ${asks} ${part}`)
    for (let round = 0; round < sequences; round += 1) {
      const walker: Walker = { ...(await space.ready()), day: 0, bulk: null }
      const path: string[] = []
      for (let step = 0; step < 24; step += 1) {
        const name = random.pick(drawn)
        path.push(name)
        await acts[name]?.(walker).catch((error: unknown) => {
          if (!isRefusal(error)) throw error
        })
        await space.portal.runJobs()
        expect(await findMemberFaults(space.portal.ctx, walker.id), path.join(', ')).toEqual([])
      }
    }
  },
  5_400_000,
)
