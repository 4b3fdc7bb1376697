import type { NextSteps } from '@spacekeeper/contract/home/shapes.ts'
import { failedDays, mostWaiting, type WaitingMatter, waitingMatters } from '@spacekeeper/contract/home/words.ts'
import { settings as declared } from '@spacekeeper/contract/index.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Ctx } from '#platform/ctx.ts'
import { keyLapse } from '../devices/key-owners.ts'
import { silentMs } from '../devices/rules.ts'
import { emailState } from '../members/email-state.ts'
import { isKept, standing } from '../members/filters.ts'

type MemberActor = Extract<Actor, { kind: 'member' }>

const dayMs = 24 * 60 * 60 * 1000

/** A door or machine asks for cards; a vending machine alone needs none to join. */
const hasReaders = sql<boolean>`exists (select from devices d
  where d.removed_at is null and d.kind in ('door', 'interlock'))`

/**
 * From the account to the card. Members who had a card before are past it, and so are those whose membership ended:
 * their card on the first page says what is next.
 */
const findJoining = async (ctx: Ctx, actor: MemberActor): Promise<NextSteps['joining']> => {
  if (actor.isAdmin) return null
  const [settings, row] = await Promise.all([
    ctx.settings.all(),
    ctx.db
      .selectFrom('members')
      .select(['membership_state as membership', 'suspended_at as suspendedAt', 'last_induction_at as inductedAt'])
      .select(sql<boolean>`exists (select from cards c where c.member_id = members.id)`.as('hadCard'))
      .select(hasReaders.as('hasReaders'))
      .where('id', '=', actor.id)
      .executeTakeFirst(),
  ])
  if (!row || row.suspendedAt !== null || !['noob', 'active'].includes(row.membership)) return null
  const isMember = row.membership === 'active'
  const steps: NonNullable<NextSteps['joining']> = [
    { step: 'account', isDone: true },
    { step: 'email', isDone: true },
    ...(settings.INDUCTION_ENROL_LINK === ''
      ? []
      : [{ step: 'induction' as const, isDone: row.inductedAt !== null || isMember }]),
    { step: 'membership', isDone: isMember },
    ...(settings.REQUIRE_ACCESS_CARD && row.hasReaders ? [{ step: 'card' as const, isDone: row.hadCard }] : []),
  ]
  return steps.every(({ isDone }) => isDone) ? null : steps
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
const matters = (now: Date): Partial<Record<WaitingMatter, { for: Permission; rows: RawBuilder<unknown> }>> => ({
  applicants: {
    for: 'members',
    rows: sql`select from members where ${isKept} and ${standing} = 'noob'`,
  },
  silentDevices: {
    for: 'devices',
    rows: sql`select from devices where removed_at is null and reports_online_status
      and (last_seen_at is null or last_seen_at < ${new Date(now.getTime() - silentMs)})`,
  },
  lapsedKeys: {
    for: 'devices',
    rows: sql`select from (
        select k.owner_id from device_keys k join devices d on d.id = k.device_id
        where k.revoked_at is null and d.removed_at is null
        union all
        select owner_id from api_keys where revoked_at is null and (expires_at is null or expires_at > ${now})
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
  failedMessages: {
    for: 'members',
    rows: sql`select from messages where state = 'failed'
      and created_at > ${new Date(now.getTime() - failedDays * dayMs)}`,
  },
  unconfirmed: {
    for: 'members',
    rows: sql`select from members where ${isKept} and email_verified_at is null and ${emailState} = 'unconfirmed'`,
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
