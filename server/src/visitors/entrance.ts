import type { VisitorForm } from '@spacekeeper/contract/visitors/shapes.ts'
import { newVisitorPath } from '@spacekeeper/contract/visitors/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { type Day, localDay } from '#platform/local-day.ts'
import { derive } from '#platform/secrets/derive.ts'
import { shownName } from '#platform/shown-name.ts'
import { listVisitorWordings } from '../agreements/wordings.ts'
import type { ClientAddress } from '../auth/client-address.ts'
import type { Count } from '../auth/limits/throttle.ts'
import { readKioskPass, writeKioskPass } from './rules.ts'

/** By which a visitor signs in: what was scanned, and where the request comes from. */
export type EntranceKey = {
  kiosk: CallingKiosk | null
  client: ClientAddress
  invitation?: string | undefined
  kioskPass?: string | undefined
}

/** Where a visitor signs in. `invited` is the announcement whose link they hold. */
export type Entrance = { kioskId: number | null; invited: { id: number; name: string; hostId: number | null } | null }

const passKey = (ctx: Ctx) => derive(ctx.secretKey, 'visitor pass')

export const visitorsToday = async (ctx: Ctx): Promise<Day> =>
  localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))

const findInvited = async (ctx: Ctx, code: string | undefined): Promise<Entrance['invited']> => {
  if (code === undefined) return null
  const row = await ctx.db
    .selectFrom('visitors')
    .select(['id', 'name', 'host_id as hostId'])
    .where('code', '=', code)
    .where('arrived_at', 'is', null)
    .where('expected_on', '=', await visitorsToday(ctx))
    .executeTakeFirst()
  return row ?? null
}

/** Whether a pass was given out by a screen that still is a kiosk. */
const isPassed = async (ctx: Ctx, pass: string | undefined): Promise<boolean> => {
  const kioskId = pass === undefined ? null : readKioskPass(passKey(ctx), { pass, now: ctx.now() })
  if (kioskId === null) return false
  const kiosk = await ctx.db
    .selectFrom('kiosks')
    .select('id')
    .where('id', '=', kioskId)
    .where('authorised_at', 'is not', null)
    .executeTakeFirst()
  return kiosk !== undefined
}

/** Throws unless visitors may sign in from where the request comes. */
export const openEntrance = async (ctx: Ctx, key: EntranceKey): Promise<Entrance> => {
  const kioskId = key.kiosk?.isAuthorised ? key.kiosk.id : null
  const invited = await findInvited(ctx, key.invitation)
  const isOpen =
    kioskId !== null ||
    invited !== null ||
    (await ctx.settings.get('VISITORS_WITHOUT_KIOSK')) ||
    (await isPassed(ctx, key.kioskPass))
  if (!isOpen) throw new AppError('visitorsAtKiosk')
  return { kioskId, invited }
}

/** Whose tries are counted together: all of one kiosk, or of one network. */
export const countOf = (
  { kioskId }: Pick<Entrance, 'kioskId'>,
  { client, of }: { client: ClientAddress; of: 'searches' | 'arrivals' },
): Count => {
  if (of === 'searches')
    return kioskId === null
      ? ['visitorSearchesPerAddress', client.network]
      : ['visitorSearchesPerKiosk', String(kioskId)]
  return kioskId === null ? ['visitorsPerAddress', client.network] : ['visitorsPerKiosk', String(kioskId)]
}

/** The name of a host as visitors read it; null for members who are hidden from lists. */
export const findHostName = async (ctx: Ctx, hostId: number | null): Promise<string | null> => {
  if (hostId === null) return null
  const [row, byDefault] = await Promise.all([
    ctx.db
      .selectFrom('members')
      .select(['first_name', 'last_name', 'screen_name', 'name_choice', 'is_hidden_from_members'])
      .where('id', '=', hostId)
      .where('closed_at', 'is', null)
      .executeTakeFirst(),
    ctx.settings.get('SHOWN_NAME'),
  ])
  return row && !row.is_hidden_from_members ? shownName(row, byDefault) : null
}

/** What a visitor is asked at this entrance. */
export const getForm = async (ctx: Ctx, key: EntranceKey): Promise<VisitorForm> => {
  const { kioskId, invited } = await openEntrance(ctx, key)
  const [agreements, needsHost, hostName] = await Promise.all([
    listVisitorWordings(ctx.db, await visitorsToday(ctx)),
    ctx.settings.get('VISITORS_NEED_HOST'),
    findHostName(ctx, invited?.hostId ?? null),
  ])
  const pass = kioskId === null ? null : writeKioskPass(passKey(ctx), { kioskId, now: ctx.now() })
  return {
    agreements,
    needsHost,
    expected: invited && { name: invited.name, hostName },
    isKiosk: kioskId !== null,
    phoneAddress: pass === null ? null : `${ctx.siteUrl}${newVisitorPath}?kioskPass=${pass}`,
  }
}
