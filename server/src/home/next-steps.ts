import type { NextSteps } from '@spacekeeper/contract/home/shapes.ts'
import {
  failedDays,
  type JoiningStep,
  mostWaiting,
  type WaitingMatter,
  waitingMatters,
} from '@spacekeeper/contract/home/words.ts'
import { settings as declared } from '@spacekeeper/contract/index.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { stepMinutes } from '@spacekeeper/contract/signup/words.ts'
import { type RawBuilder, sql } from 'kysely'
import { latestTime } from '#platform/ahead.ts'
import type { Actor, Ctx } from '#platform/ctx.ts'
import type { Day } from '#platform/local-day.ts'
import { agreementsToday, hasSigned, inForce, isForMember } from '../agreements/wordings.ts'
import { keyLapse } from '../devices/key-owners.ts'
import { silentMs } from '../devices/rules.ts'
import { warningsQuery } from '../doctor/results.ts'
import { emailState } from '../members/email-state.ts'
import { isKept, isPaidNotJoined, standing } from '../members/filters.ts'
import { findSignup, hasReaders } from '../signup/facts.ts'
import { listSignupSteps } from '../signup/rules.ts'

type MemberActor = Extract<Actor, { kind: 'member' }>

const dayMs = 24 * 60 * 60 * 1000

type Joining = NonNullable<NextSteps['joining']>

const done = (step: JoiningStep): Joining[number] => ({ step, isDone: true, isWaiting: false, minutes: 0 })

const open = (step: JoiningStep): Joining[number] => ({
  step,
  isDone: false,
  isWaiting: false,
  minutes: step === 'account' || step === 'email' || step === 'membership' ? 0 : stepMinutes[step],
})

const stepOf = (step: JoiningStep, isDone: boolean) => (isDone ? done(step) : open(step))

/** The way of newcomers, and of others who have taken a plan. Where no one pays here, staff make the member one. */
const listNewcomerSteps = async (ctx: Ctx, memberId: number): Promise<Joining | null> => {
  const [{ facts }, settings] = await Promise.all([findSignup(ctx, memberId), ctx.settings.all()])
  if (facts.membership !== 'noob' && facts.plan === null) return null
  const asksOnline = facts.induction === 'none' && settings.INDUCTION_ENROL_LINK !== ''
  return [
    done('account'),
    done('email'),
    ...(asksOnline && !facts.hasPlans ? [open('induction')] : []),
    ...(facts.hasPlans ? [] : [open('membership')]),
    ...listSignupSteps(facts).map(({ step, state }) => ({
      ...stepOf(step, state === 'done'),
      isWaiting: state === 'waiting',
    })),
  ]
}

const dueAgreements = (today: Day) =>
  sql<number>`(select count(*)::int from ${inForce(today)} v where ${isForMember} and not ${hasSigned})`

/** What members still lack: a card, if they never had one, and texts to sign. One query, because every first page asks. */
const listMemberSteps = async (ctx: Ctx, memberId: number): Promise<Joining | null> => {
  const { REQUIRE_ACCESS_CARD: asksForCard, INDUCTION_ENROL_LINK: inductionLink } = await ctx.settings.all()
  const row = await ctx.db
    .selectFrom('members')
    .select(dueAgreements(await agreementsToday(ctx)).as('due'))
    .select(sql<boolean>`exists (select from cards c where c.member_id = members.id)`.as('hadCard'))
    .select(hasReaders.as('hasReaders'))
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (!row) return null
  const steps = [
    ...(row.due > 0 ? [open('agreement')] : []),
    ...(asksForCard && row.hasReaders ? [stepOf('card', row.hadCard)] : []),
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  const past: JoiningStep[] = [
    'account',
    'email',
    ...(inductionLink === '' ? [] : ['induction' as const]),
    'membership',
  ]
  return [...past.map(done), ...steps]
}

/** They joined before: all they wait for is a late payment or the end of a pause, which their plan says. */
const waitsForPlan = sql<boolean>`exists (select from subscriptions s
  where s.member_id = members.id and s.state in ('pastDue', 'paused'))`

/**
 * From the account to the card. Members who had a card and signed everything are past it, and so are those whose
 * membership ended, until they take a plan again.
 */
const findJoining = async (ctx: Ctx, actor: MemberActor): Promise<NextSteps['joining']> => {
  if (actor.isAdmin) return null
  const row = await ctx.db
    .selectFrom('members')
    .select(['membership_state as membership', 'suspended_at as suspendedAt'])
    .select(waitsForPlan.as('waitsForPlan'))
    .where('id', '=', actor.id)
    .executeTakeFirst()
  if (!row || row.suspendedAt !== null || (row.membership === 'inactive' && row.waitsForPlan)) return null
  return row.membership === 'active' ? listMemberSteps(ctx, actor.id) : listNewcomerSteps(ctx, actor.id)
}

/** The mail server is the only step of the set-up that a space may do without: it goes on waiting among the rest. */
const isSetUp = (steps: NonNullable<NextSteps['setup']>) => steps.every(({ step, isDone }) => isDone || step === 'mail')

const findSetup = async (ctx: Ctx, actor: MemberActor): Promise<NextSteps['setup']> => {
  if (!actor.isAdmin) return null
  const settings = await ctx.settings.all()
  const { hasDevice, asksForCards, hasCard, hasPerson } = await ctx.db
    .selectNoFrom([
      sql<boolean>`exists (select from devices where removed_at is null)`.as('hasDevice'),
      hasReaders.as('asksForCards'),
      sql<boolean>`exists (select from cards)`.as('hasCard'),
      sql<boolean>`exists (select from members where ${isKept} and id <> ${actor.id}::int)`.as('hasPerson'),
    ])
    .executeTakeFirstOrThrow()
  const steps: NonNullable<NextSteps['setup']> = [
    { step: 'name', isDone: settings.SITE_NAME !== declared.SITE_NAME.default },
    { step: 'contact', isDone: settings.EMAIL_ADMIN !== '' },
    { step: 'mail', isDone: ctx.smtpUrl !== undefined },
    { step: 'device', isDone: hasDevice },
    ...(settings.REQUIRE_ACCESS_CARD && asksForCards ? [{ step: 'card' as const, isDone: hasCard }] : []),
    { step: 'person', isDone: hasPerson },
  ]
  return isSetUp(steps) ? null : steps
}

/** Who is asked to see to it, and what of it there is. */
type Matters = Partial<Record<WaitingMatter, { for: Permission; rows: RawBuilder<unknown> }>>

const mattersOfDevices = (now: Date): Matters => ({
  silentDevices: {
    for: 'devices',
    rows: sql`select from devices where removed_at is null and reports_online_status
      and (last_seen_at is null or last_seen_at < ${new Date(now.getTime() - silentMs)}
        or last_seen_at > ${latestTime(now)})`,
  },
  lapsedKeys: {
    for: 'devices',
    rows: sql`select from (
        select k.owner_id from device_keys k join devices d on d.id = k.device_id
        where k.revoked_at is null and d.removed_at is null
        union all
        select owner_id from api_keys where not is_script and revoked_at is null and (expires_at is null or expires_at > ${now})
      ) k join members m on m.id = k.owner_id where ${keyLapse('m')} is not null`,
  },
  heldUses: {
    for: 'devices',
    rows: sql`select from interlock_sessions where review = 'waiting' and ended_at is not null`,
  },
  longUses: {
    for: 'devices',
    rows: sql`select from interlock_sessions where ended_at is null
      and started_at + max_charged_minutes * interval '1 minute' < ${now}`,
  },
  openIssues: {
    for: 'devices',
    rows: sql`select from issue_reports where state = 'open'`,
  },
})

const matters = (now: Date): Matters => ({
  ...mattersOfDevices(now),
  applications: {
    for: 'members',
    rows: sql`select from applications where state = 'waiting'`,
  },
  applicants: {
    for: 'members',
    rows: sql`select from members where ${isKept} and ${standing} = 'noob'`,
  },
  paidNotJoined: {
    for: 'members',
    rows: sql`select from members where ${isPaidNotJoined}`,
  },
  balanceRefunds: {
    for: 'money',
    rows: sql`select from balance_refunds where state = 'asked'`,
  },
  failedMessages: {
    for: 'members',
    rows: sql`select from messages where state = 'failed'
      and created_at > ${new Date(now.getTime() - failedDays * dayMs)}`,
  },
  unconfirmed: {
    for: 'members',
    rows: sql`select from members where ${isKept} and email_verified_at is null and ${emailState} = 'unconfirmed'`,
  },
  health: {
    for: 'settings',
    rows: warningsQuery(now),
  },
})

/** Counts what waits for this member of staff, all in one query, and no further than `mostWaiting`. */
const findWaiting = async (ctx: Ctx, { permissions }: MemberActor): Promise<NextSteps['waiting']> => {
  const known = matters(ctx.now())
  const seen = waitingMatters.flatMap((matter) => {
    const found = known[matter]
    if (!found || !permissions.includes(found.for)) return []
    return [sql<number>`(select count(*)::int from (${found.rows} limit ${mostWaiting + 1}::int) found)`.as(matter)]
  })
  const counts: Partial<Record<WaitingMatter, number>> =
    seen.length === 0 ? {} : await ctx.db.selectNoFrom(seen).executeTakeFirstOrThrow()
  const noMailServer = permissions.includes('members') && ctx.smtpUrl === undefined ? 1 : 0
  const all = { ...counts, noMailServer }
  return waitingMatters.flatMap((matter) => {
    const count = all[matter] ?? 0
    return count > 0 ? [{ matter, count }] : []
  })
}

/** What a member does next. Staff of a space that is being set up read of its mail server there, and only there. */
export const getNextSteps = async (ctx: Ctx, actor: MemberActor): Promise<NextSteps> => {
  const [joining, setup, waiting] = await Promise.all([
    findJoining(ctx, actor),
    findSetup(ctx, actor),
    findWaiting(ctx, actor),
  ])
  return { joining, setup, waiting: waiting.filter(({ matter }) => matter !== 'noMailServer' || setup === null) }
}
