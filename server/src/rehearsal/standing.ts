import type { RehearsalPlan, RehearsalStanding } from '@spacekeeper/contract/rehearsal/shapes.ts'
import type { RehearsalAct } from '@spacekeeper/contract/rehearsal/words.ts'
import { sql } from 'kysely'
import { type Day, laterDay } from '#platform/local-day.ts'
import { hasDebit, type Wallet } from './acts.ts'
import { type RehearsalStage, todayOf } from './stage.ts'
import type { MemberSight, RehearsalStory } from './story.ts'
import { askStripe, comparePayments, findDispute, findTaken, keptCents, type StripeSide } from './stripe-dashboard.ts'

export type PlayScene = {
  stage: RehearsalStage
  story: RehearsalStory
  wallet: Wallet
  begunOn: Day
  tourBegunOn: Day
  plans: RehearsalPlan[]
}

const owedOf = ({ charges }: MemberSight, owed: number): { owedCents: number; owedCurrency: string } => ({
  owedCents: owed,
  owedCurrency: charges.at(-1)?.currency ?? 'AUD',
})

/** When something is charged next: it is tried again, or a period begins. */
export const nextPaymentOn = (sight: MemberSight, { stage }: PlayScene): Day | null => {
  const { plan } = sight
  if (!plan || plan.state === 'ended') return null
  const last = sight.tries.at(-1)
  const tries = last?.state === 'failed' && last.nextTryOn !== null ? [last.nextTryOn] : []
  const period =
    plan.endsOn === null && plan.state !== 'paused' ? [laterDay(plan.chargedThrough, plan.paidThrough)] : []
  return [...tries, ...period].filter((day) => day > todayOf(stage)).toSorted()[0] ?? null
}

/** What makes sense now, in the order in which it is shown. */
const actsNow = (
  { wallet, plans }: PlayScene,
  sight: MemberSight,
  { stripe, hasPause, owed }: { stripe: StripeSide; hasPause: boolean; owed: number },
): RehearsalAct[] => {
  const { plan } = sight
  const live = plan && plan.state !== 'ended' ? plan : null
  const isRunning = live?.state === 'active' && live.endsOn === null
  const works = wallet.card === 'good' || wallet.card === 'expiring'
  const when: Record<RehearsalAct, boolean> = {
    join: live === null,
    pay: owed > 0 && !sight.charges.some(({ state }) => state === 'processing'),
    mendCard: live !== null && wallet.card !== 'good',
    failCard: live !== null && works,
    expireCard: live !== null && wallet.card === 'good',
    askConfirmation: live !== null && works,
    changePlan: isRunning && plans.length > 1 && !hasPause,
    pause: isRunning && !hasPause,
    endPause: hasPause,
    cancel: live !== null && live.endsOn === null && live.state !== 'paused',
    takeBack: live !== null && live.endsOn !== null,
    refund: findTaken(stripe) !== undefined,
    dispute: findTaken(stripe) !== undefined,
    winDispute: findDispute(stripe) !== undefined,
  }
  return (Object.keys(when) as RehearsalAct[]).filter((act) => when[act]) // the keys of the line above
}

const hasPauseNow = async (stage: RehearsalStage, subscriptionId: number): Promise<boolean> => {
  const row = await stage.ctx.db
    .selectFrom('subscription_breaks')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'pause')
    .where('cancelled_at', 'is', null)
    .where(sql<boolean>`upper(days) > ${todayOf(stage)}::date`)
    .executeTakeFirst()
  return row !== undefined
}

const openCents = async ({ ctx, memberId }: RehearsalStage): Promise<number> => {
  const row = await ctx.db
    .selectFrom('charges')
    .select(({ fn, eb }) => fn.sum<number>(eb('amount_cents', '-', eb.ref('paid_cents'))).as('cents'))
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return row?.cents ?? 0
}

export const describeStanding = async (scene: PlayScene): Promise<RehearsalStanding> => {
  const { stage, story, wallet, begunOn, plans } = scene
  const sight = story.sight()
  const { plan } = sight
  const [stripe, owed, hasPause] = await Promise.all([
    askStripe(stage),
    openCents(stage),
    plan && plan.state !== 'ended' ? hasPauseNow(stage, plan.id) : false,
  ])
  return {
    begunOn,
    today: todayOf(stage),
    memberName: stage.memberName,
    plan: plan && {
      id: plan.planId,
      name: plan.name,
      costCents: plan.costCents,
      currency: plan.currency,
      state: plan.state,
      paidThrough: plan.paidThrough,
      endsOn: plan.endsOn,
    },
    card: wallet.card,
    ...owedOf(sight, owed),
    isDoorOpen: sight.isDoorOpen,
    nextPaymentOn: nextPaymentOn(sight, scene),
    acts: actsNow(scene, sight, { stripe, hasPause, owed }),
    plans,
    hasDebit: hasDebit(plans[0]?.currency),
    paidHereCents: sight.payments.reduce((sum, { amountCents }) => sum + amountCents, 0),
    paidAtStripeCents: keptCents(stripe),
    payments: await comparePayments(stage, stripe),
    story: story.lines(),
  }
}
