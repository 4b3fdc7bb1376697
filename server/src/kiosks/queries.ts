import type { Kiosk, OwnKiosk, PinState } from '@spacekeeper/contract/kiosks.ts'
import { maxKiosks } from '@spacekeeper/contract/kiosks.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { getMember } from '../members/queries.ts'
import { countOnSite } from '../visits/queries.ts'
import { isOnline } from './rules.ts'

/** Those that wait first, the latest on top; then by name. */
export const listKiosks = async (ctx: Ctx): Promise<Kiosk[]> => {
  const rows = await ctx.db
    .selectFrom('kiosks')
    .selectAll()
    .select(sql<boolean>`count(*) over (partition by screen_id) > 1`.as('has_namesake'))
    .orderBy((is) => is('authorised_at', 'is', null), 'desc')
    .orderBy(sql`case when authorised_at is null then registered_at end`, (order) => order.desc().nullsLast())
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(maxKiosks)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kioskId: row.screen_id,
    kioskIp: row.ip_address,
    lastSeen: row.last_seen_at.toISOString(),
    playTheme: row.plays_theme,
    authorised: row.authorised_at !== null,
    isOnline: isOnline(row.last_seen_at, ctx.now()),
    registeredAt: row.registered_at.toISOString(),
    pairingCode: row.authorised_at === null ? row.pairing_code : null,
    hasNamesake: row.has_namesake,
  }))
}

/** What a screen is told of itself. */
export const describeOwnKiosk = async (ctx: Ctx, kioskId: number): Promise<OwnKiosk> => {
  const row = await ctx.db
    .selectFrom('kiosks')
    .select(['name', 'screen_id', 'pairing_code', 'authorised_at'])
    .where('id', '=', kioskId)
    .executeTakeFirstOrThrow()
  const isAuthorised = row.authorised_at !== null
  return {
    state: isAuthorised ? 'authorised' : 'pending',
    name: row.name,
    kioskId: row.screen_id,
    pairingCode: isAuthorised ? null : row.pairing_code,
    onSite: isAuthorised ? await countOnSite(ctx) : null,
  }
}

/** A card that was held to a kiosk, with what decides whether its owner gets in; an ended one only if nobody has it now. */
export const findCard = (ctx: Ctx, number: string) =>
  ctx.db
    .selectFrom('cards as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .leftJoin('kiosk_pins as p', 'p.member_id', 'm.id')
    .select(['c.state as cardState', 'm.id as memberId', 'm.email', 'm.email_verified_at as verifiedAt'])
    .select(['m.is_admin', 'm.permissions', 'm.suspended_at', 'm.password_hash as passwordHash'])
    .select('p.pin_hash as pinHash')
    .where('c.number', '=', number)
    .where('m.closed_at', 'is', null)
    .orderBy((is) => is('c.state', '=', 'active'), 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What decides whether somebody looks after devices. */
export const findOffice = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('members')
    .select(['is_admin', 'permissions', 'suspended_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

export const getPin = async (ctx: Ctx, memberId: number): Promise<PinState> => {
  const row = await ctx.db
    .selectFrom('kiosk_pins')
    .select('set_at')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return { setAt: row?.set_at.toISOString() ?? null, isRequired: await ctx.settings.get('KIOSK_PIN') }
}

/** The same of another member, for staff. */
export const getMemberPin = async (ctx: Ctx, memberId: number): Promise<PinState> => {
  await getMember(ctx, memberId)
  return getPin(ctx, memberId)
}
