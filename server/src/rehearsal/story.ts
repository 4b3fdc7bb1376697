import type { SubscriptionStanding } from '@spacekeeper/contract/billing/words.ts'
import type { StoryLine } from '@spacekeeper/contract/rehearsal/shapes.ts'
import type { TopUpState } from '@spacekeeper/contract/stripe/words.ts'
import { sql } from 'kysely'
import { readRows } from '#platform/db/read-rows.ts'
import type { Day } from '#platform/local-day.ts'
import { listTags } from '../doors/card-lists.ts'
import { type RehearsalStage, todayOf } from './stage.ts'

type SeenPlan = {
  id: number
  planId: number
  name: string
  costCents: number
  currency: string
  state: SubscriptionStanding
  chargedThrough: Day
  paidThrough: Day
  endsOn: Day | null
}
type SeenCharge = { id: number; about: string; amountCents: number; currency: string; state: string; dueOn: Day }
type SeenPayment = { id: number; amountCents: number; currency: string; providerRef: string | null }
type SeenTry = {
  id: number
  state: TopUpState
  failure: string
  nextTryOn: Day | null
  amountCents: number
  currency: string
}
type SeenMessage = { id: number; channel: string; kind: string; subject: string; text: string; isSecret: boolean }

/** All of the member that can be seen from outside, at one moment. */
export type MemberSight = {
  plan: SeenPlan | null
  charges: SeenCharge[]
  payments: SeenPayment[]
  tries: SeenTry[]
  messages: SeenMessage[]
  isDoorOpen: boolean
}

const findPlan = async ({ ctx, memberId }: RehearsalStage): Promise<SeenPlan | null> => {
  const [row] = await readRows(
    ctx,
    sql<SeenPlan>`select s.id, s.plan_id as "planId", p.name, s.cost_cents as "costCents", s.currency, s.state,
        s.charged_through as "chargedThrough", s.paid_through as "paidThrough", s.cancel_on as "endsOn"
      from subscriptions s join plans p on p.id = s.plan_id where s.member_id = ${memberId}
      order by s.id desc limit 1`,
  )
  return row ?? null
}

/** Looks at the member, and at the door by trying their card. Messages from one number on. */
export const lookAt = async (stage: RehearsalStage, afterMessage: number): Promise<MemberSight> => {
  const { ctx, memberId, doorId, tag } = stage
  const [plan, charges, payments, tries, messages, lists] = await Promise.all([
    findPlan(stage),
    readRows(
      ctx,
      sql<SeenCharge>`select id, description as about, amount_cents as "amountCents", currency, state, due_on as "dueOn"
        from charges where member_id = ${memberId} order by id`,
    ),
    readRows(
      ctx,
      sql<SeenPayment>`select id, amount_cents as "amountCents", currency, provider_ref as "providerRef"
        from payments where member_id = ${memberId} order by id`,
    ),
    readRows(
      ctx,
      sql<SeenTry>`select id, state, failure, next_try_on as "nextTryOn", amount_cents as "amountCents", currency
        from stripe_payments where member_id = ${memberId} and purpose = 'dues' and way <> 'checkout' order by id`,
    ),
    readRows(
      ctx,
      sql<SeenMessage>`select id, channel, template as kind, subject, text, is_secret as "isSecret" from messages
        where id > ${afterMessage} order by id`,
    ),
    listTags(ctx, [doorId]),
  ])
  return { plan, charges, payments, tries, messages, isDoorOpen: lists.get(doorId)?.includes(tag) ?? false }
}

type NewStoryLine = Partial<Omit<StoryLine, 'id' | 'day' | 'kind'>> & Pick<StoryLine, 'kind'>

const money = ({ amountCents, currency }: { amountCents: number; currency: string }) => ({
  amountCents: Math.abs(amountCents),
  currency,
})

const planLines = ({ plan: before }: MemberSight, { plan: now }: MemberSight): NewStoryLine[] => {
  if (!now) return []
  if (before?.id !== now.id) return [{ kind: 'planBegun', about: now.name, state: now.state }]
  const lines: NewStoryLine[] = []
  if (before.planId !== now.planId) lines.push({ kind: 'planChanged', about: now.name })
  if (before.endsOn === null && now.endsOn !== null) lines.push({ kind: 'cancelled', about: now.name, on: now.endsOn })
  if (before.endsOn !== null && now.endsOn === null) lines.push({ kind: 'takenBack', about: now.name })
  const isSaid = now.state === before.state || now.state === 'cancelling' || before.state === 'cancelling'
  if (!isSaid || (now.state === 'ended' && before.state !== 'ended'))
    lines.push({ kind: 'planState', about: now.name, state: now.state })
  return lines
}

const chargeLines = (before: MemberSight, now: MemberSight): NewStoryLine[] =>
  now.charges.flatMap((charge): NewStoryLine[] => {
    const old = before.charges.find(({ id }) => id === charge.id)
    const facts = { ...money(charge), about: charge.about }
    const lines: NewStoryLine[] = []
    if (!old && charge.state !== 'void' && charge.amountCents > 0)
      lines.push({ kind: 'charge', ...facts, on: charge.dueOn })
    if (old?.state !== charge.state && charge.state === 'processing') lines.push({ kind: 'processing', ...facts })
    if (old && old.state !== 'void' && charge.state === 'void') lines.push({ kind: 'chargeVoid', ...facts })
    return lines
  })

const paymentLines = (before: MemberSight, now: MemberSight): NewStoryLine[] =>
  now.payments
    .slice(before.payments.length)
    .map((payment) => ({ kind: payment.amountCents < 0 ? 'paidBack' : 'payment', ...money(payment) }))

/** The portal tried to collect, and could not. */
const tryLines = (before: MemberSight, now: MemberSight): NewStoryLine[] =>
  now.tries.flatMap((one): NewStoryLine[] => {
    if (before.tries.find(({ id }) => id === one.id)?.state === one.state) return []
    if (one.state === 'unconfirmed') return [{ kind: 'needsConfirmation', ...money(one) }]
    return one.state === 'failed' ? [{ kind: 'refused', ...money(one), about: one.failure, on: one.nextTryOn }] : []
  })

/** Written at one moment by several processes: in which order says nothing. */
const messageLines = ({ messages }: MemberSight): NewStoryLine[] =>
  messages
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    .map(({ channel, subject, text, isSecret }) => ({
      kind: channel === 'sms' ? 'sms' : 'email',
      about: subject,
      text: isSecret ? null : text.slice(0, 6000),
    }))

const doorLines = (before: MemberSight, now: MemberSight): NewStoryLine[] =>
  before.isDoorOpen === now.isDoorOpen ? [] : [{ kind: now.isDoorOpen ? 'doorOpen' : 'doorClosed' }]

/** What differs between two looks, in the order in which it is told. */
const changesBetween = (before: MemberSight, now: MemberSight): NewStoryLine[] => [
  ...planLines(before, now),
  ...chargeLines(before, now),
  ...tryLines(before, now),
  ...paymentLines(before, now),
  ...doorLines(before, now),
  ...messageLines(now),
]

/** So many lines are kept; a year has about a hundred. */
const mostLines = 600

const nothing: MemberSight = { plan: null, charges: [], payments: [], tries: [], messages: [], isDoorOpen: false }

/** What happened, in dated lines, and how the member stood when last looked at. */
export const openStory = (stage: RehearsalStage) => {
  const lines: StoryLine[] = []
  let count = 0
  let sight = nothing
  let lastMessage = 0
  const tell = ({ kind, ...facts }: NewStoryLine): void => {
    count += 1
    const none = { act: null, amountCents: null, currency: null, about: '', state: null, on: null, text: null }
    lines.push({ ...none, ...facts, kind, id: count, day: todayOf(stage) })
    if (lines.length > mostLines) lines.shift()
  }
  /** Looks again and tells what changed; messages of some kinds may be left out. */
  const look = async (silent: readonly string[] = []): Promise<MemberSight> => {
    const now = await lookAt(stage, lastMessage)
    lastMessage = now.messages.at(-1)?.id ?? lastMessage
    const told = { ...now, messages: now.messages.filter(({ kind }) => !silent.includes(kind)) }
    for (const line of changesBetween(sight, told)) tell(line)
    sight = { ...now, messages: [] }
    return sight
  }
  return { tell, look, lines: () => lines.slice(), sight: () => sight }
}

export type RehearsalStory = ReturnType<typeof openStory>
