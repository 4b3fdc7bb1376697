import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { Trial } from '@spacekeeper/contract/monitoring/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { fullName } from '#platform/shown-name.ts'
import { isCard, splitTags, withPlain } from '../access/card-forms.ts'
import { listAccess } from '../access/member-access.ts'
import { seesEverySwipe } from '../access/rules.ts'
import { getDevice } from '../devices/devices.ts'
import { isOffline } from '../devices/rules.ts'
import { getPrices } from '../interlocks/prices.ts'
import { getBalance } from '../memberbucks/balances.ts'
import { findBuyer } from '../vending/buyers.ts'
import { isPrivate, predictOutcome } from './rules.ts'

type CardOwner = { id: number; first_name: string; last_name: string }

/** The member and cards to try. */
type TrialHolder = { owner: CardOwner | null; cards: string[]; endedCard: Trial['endedCard'] }

const cardRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('cards as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .select(['m.id', 'm.first_name', 'm.last_name', 'c.number', 'c.state'])

const byCard = async (ctx: Ctx, card: string): Promise<TrialHolder> => {
  const rows = await cardRows(ctx)
    .where(isCard(withPlain({ card })))
    .orderBy('c.id', 'desc')
    .limit(100)
    .execute()
  const active = rows.find(({ state }) => state === 'active')
  if (active) return { owner: active, cards: [active.number], endedCard: null }
  const [ended] = rows
  const state = ended?.state === 'lost' ? 'lost' : 'retired'
  return { owner: null, cards: [card], endedCard: ended ? { state, name: fullName(ended) } : null }
}

const byMember = async (ctx: Ctx, memberId: number): Promise<TrialHolder> => {
  const owner = await ctx.db
    .selectFrom('members')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!owner) throw new AppError('notFound')
  const rows = await cardRows(ctx).where('m.id', '=', memberId).where('c.state', '=', 'active').limit(100).execute()
  return { owner, cards: rows.map(({ number }) => number), endedCard: null }
}

type TrialInput = { deviceId: number; memberId?: number | undefined; card?: string | undefined }

const findHolder = async (ctx: Ctx, who: Omit<TrialInput, 'deviceId'>): Promise<TrialHolder> => {
  if (who.memberId !== undefined) return byMember(ctx, who.memberId)
  if (who.card === undefined) throw badField('card', 'Choose a member or enter the number of a card.')
  return byCard(ctx, who.card)
}

type TrialPlace = { deviceId: number; kind: DeviceKind; holder: TrialHolder }

/** A door behind a relay is opened by the portal. */
const findKeepsList = async (ctx: Ctx, { deviceId, kind }: Omit<TrialPlace, 'holder'>): Promise<boolean> => {
  if (kind !== 'door') return false
  const relay = await ctx.db
    .selectFrom('device_drivers')
    .select('device_id')
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return relay === undefined
}

type TrialRefusal = { refusal: Refusal | null; missing: string[] }

const findRefusal = async (ctx: Ctx, { deviceId, kind, holder }: TrialPlace): Promise<TrialRefusal> => {
  const { owner, cards } = holder
  if (!owner) return { refusal: 'unknownCard', missing: [] }
  const [card] = cards
  if (kind === 'memberbucks') {
    const refusal = card === undefined ? 'noCard' : (await findBuyer(ctx, { deviceId, card })).refusal
    return { refusal, missing: [] }
  }
  const access = await listAccess(ctx, { memberId: owner.id, withHidden: true })
  const item = [...access.doors, ...access.interlocks].find(({ id }) => id === deviceId)
  if (!item) throw new AppError('notFound')
  const { refusal, missingCertificates } = item
  return { refusal, missing: refusal === 'noCertificate' ? missingCertificates.map(({ name }) => name) : [] }
}

/** Whether the list a door was last sent has one of these cards. */
const findOnOwnList = async (ctx: Ctx, { deviceId, holder }: TrialPlace): Promise<boolean | null> => {
  const list = await ctx.db
    .selectFrom('door_lists')
    .select('cards')
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  if (!list) return null
  const held = new Set(splitTags(list.cards))
  return holder.cards.some((card) => held.has(card))
}

const findRunningUse = async (ctx: Ctx, deviceId: number): Promise<Trial['runningUse']> => {
  const use = await ctx.db
    .selectFrom('interlock_sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['m.first_name', 'm.last_name', 's.started_at'])
    .where('s.device_id', '=', deviceId)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst()
  return use ? { name: fullName(use), since: use.started_at.toISOString() } : null
}

/** What would happen at a device, by the rules it is really decided with. Opens and writes nothing. */
export const tryCard = async (ctx: Ctx, input: TrialInput): Promise<Trial> => {
  const { deviceId } = input
  const [device, holder] = await Promise.all([getDevice(ctx, { deviceId }), findHolder(ctx, input)])
  const { kind } = device
  const place = { deviceId, kind, holder }
  const keepsList = await findKeepsList(ctx, { deviceId, kind })
  const [{ refusal, missing }, isOnOwnList, balance, prices, runningUse] = await Promise.all([
    findRefusal(ctx, place),
    keepsList ? findOnOwnList(ctx, place) : null,
    kind === 'door' || !holder.owner ? null : getBalance(ctx, holder.owner.id),
    kind === 'interlock' ? getPrices(ctx, deviceId) : null,
    kind === 'interlock' ? findRunningUse(ctx, deviceId) : null,
  ])
  const { owner, endedCard } = holder
  const seesWhy = ctx.actor.kind === 'member' && seesEverySwipe(ctx.actor)
  const isWithheld = !seesWhy && refusal !== null && isPrivate(refusal)
  return {
    outcome: predictOutcome({ keepsList, refusal, isOnOwnList, isOffline: isOffline(device.last_seen_at, ctx.now()) }),
    reason: isWithheld ? null : refusal,
    isWithheld,
    missingCertificates: missing,
    member: owner && { id: owner.id, name: fullName(owner) },
    endedCard,
    keepsList,
    isOnOwnList,
    balanceCents: seesWhy ? (balance?.balanceCents ?? null) : null,
    prices,
    runningUse,
  }
}
