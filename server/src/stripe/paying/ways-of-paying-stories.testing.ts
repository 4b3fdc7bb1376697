import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { expect } from 'vitest'
import type { Day } from '#platform/local-day.ts'
import {
  changeMyCollector,
  changeMyPlan,
  pauseMyPlan,
  previewChange,
} from '../../billing/subscriptions/plan-changes.ts'
import { aPlan } from '../../plans/factory.ts'
import type { TestPortal } from '../../portal.testing.ts'
import { changeSetting } from '../../settings/settings.ts'
import type { StoryName } from './ways-of-paying-sums.testing.ts'

/** A way of paying is a column of the table: to add one, say how it pays what is due. */
export const ways = ['bank', 'cash', 'balance', 'stripe'] as const satisfies readonly Collector[]

export type PayingWay = (typeof ways)[number]

/** The plans of the stories, each paid in every way. */
export const makePlans = async ({ db }: TestPortal) => {
  const plan = async (costCents: number, maxPeople = 1) =>
    (await aPlan(db, { costCents, maxPeople, collectors: [...ways] })).id
  return {
    small: await plan(6900),
    big: await plan(9500),
    dear: await plan(9900),
    less: await plan(6600),
    family: await plan(6900, 4),
  }
}
type Plans = Awaited<ReturnType<typeof makePlans>>

export type StoryMember = { portal: TestPortal; plans: Plans; memberId: number; way: PayingWay }

export type PayerStory = {
  plan?: keyof Plans
  coupon?: boolean
  concession?: number
  person?: boolean
  /** Nothing is paid in these days; by card because it is declined, until another is saved or the bank lets it through. */
  late?: { from: Day; to: Day; until: 'newCard' | 'nextTry' }
  /** The bank takes back on a day what was paid first, and it is paid at the counter on another. */
  takenBack?: { on: Day; paidOn: Day }
  acts?: Record<Day, (member: StoryMember) => Promise<unknown>>
}

const change =
  (to: keyof Plans, when?: 'now' | 'next') =>
  async ({ portal: { ctx }, plans, memberId }: StoryMember) => {
    const wanted = { memberId, planId: plans[to], ...(when && { when }) }
    const shown = await previewChange(ctx, wanted)
    const { givenBackCents, firstChargeCents, dueNowCents } = shown
    await changeMyPlan(ctx, { ...wanted, when: shown.when, givenBackCents, firstChargeCents, dueNowCents })
  }

const atOnce = (to: keyof Plans) => async (member: StoryMember) => {
  const { ctx } = member.portal
  await changeSetting(ctx, { key: 'DOWNGRADES_AT_ONCE', value: true })
  await change(to)(member)
  await changeSetting(ctx, { key: 'DOWNGRADES_AT_ONCE', value: false })
}

const turnTo: Readonly<Record<PayingWay, PayingWay>> = {
  bank: 'cash',
  cash: 'balance',
  balance: 'stripe',
  stripe: 'bank',
}

const pause = ({ portal, memberId }: StoryMember) =>
  pauseMyPlan(portal.ctx, { memberId, days: { from: '2027-04-11', to: '2027-05-11' } })

export const stories: Readonly<Record<StoryName, PayerStory>> = {
  'a plan as it is': {},
  'a coupon of three periods': { coupon: true },
  'a coupon, with another way to pay after its first period': {
    coupon: true,
    acts: {
      '2027-04-20': ({ portal, memberId, way }) => changeMyCollector(portal.ctx, { memberId, collector: turnTo[way] }),
    },
  },
  'a coupon, and a dearer plan on day 6 of 30': { coupon: true, acts: { '2027-04-07': change('big') } },
  'a coupon and a pause': { coupon: true, acts: { '2027-04-11': pause } },
  'a dearer plan on day 6 of 30': { acts: { '2027-04-07': change('big') } },
  'a dearer plan from the next payment': { acts: { '2027-04-07': change('big', 'next') } },
  'a cheaper plan, which waits': { plan: 'dear', acts: { '2027-04-16': change('less') } },
  'a cheaper plan at once, on day 15 of 30': { plan: 'dear', acts: { '2027-04-16': atOnce('less') } },
  'up on one day and down at once on another': {
    acts: { '2027-04-07': change('big'), '2027-04-19': atOnce('small') },
  },
  'a concession, and a dearer plan': { concession: 20, acts: { '2027-05-11': change('big') } },
  'a household that the cheaper plan is too small for': {
    plan: 'family',
    person: true,
    acts: {
      '2027-04-16': async (member) =>
        expect(change('less', 'next')(member)).rejects.toMatchObject({ code: 'householdFull' }),
    },
  },
  'a dearer plan whose difference is paid two days later': {
    late: { from: '2027-04-07', to: '2027-04-09', until: 'newCard' },
    acts: { '2027-04-07': change('big') },
  },
  'a payment that comes ten days after access ended': {
    late: { from: '2027-05-01', to: '2027-05-18', until: 'newCard' },
  },
  'a payment that is declined, and goes through on the third day': {
    late: { from: '2027-05-01', to: '2027-05-04', until: 'nextTry' },
  },
  'a payment that a bank takes back, paid again two days later': {
    takenBack: { on: '2027-04-10', paidOn: '2027-04-12' },
  },
}
