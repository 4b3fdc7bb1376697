import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { type Permission, permissionsFor } from '@spacekeeper/contract/route.ts'
import type { FoundDevice, FoundMember, SearchResult } from '@spacekeeper/contract/search/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { matchWords, searchText, startsWith } from '#platform/db/search-words.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { isKept, matchText, standing } from '../members/filters.ts'

/** So many of each kind are shown: enough to choose from, and a list with keyboards is no longer. */
const mostFound = 6

/** With fewer letters nearly everything would be found. */
const fewestLetters = 2

type FoundRows<T> = { rows: T[]; total: number }

const nothing = { rows: [], total: 0 }

const findMembers = async (ctx: Ctx, text: string): Promise<FoundRows<FoundMember>> => {
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', 'screen_name as screenName', standing.as('standing')])
    .select(fullNameOf('members').as('fullName'))
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .where(isKept)
    .where(matchText(text))
    .orderBy(startsWith(sql.ref('search_words'), text), 'desc')
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy('id')
    .limit(mostFound)
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

const findDevices = async (ctx: Ctx, text: string): Promise<FoundRows<FoundDevice>> => {
  const rows = await ctx.db
    .selectFrom('devices')
    .select(['id', 'name', 'description', sql<DeviceKind>`kind`.as('kind')])
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .where('removed_at', 'is', null)
    .where(
      matchWords(
        searchText(sql`name || ' ' || description || ' ' || coalesce(serial, '') || ' ' || coalesce(ip_address, '')`),
        text,
      ),
    )
    .orderBy(startsWith(searchText(sql`name`), text), 'desc')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(mostFound)
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** The members and devices whose pages the caller may open. */
export const find = async (
  ctx: Ctx,
  input: { text: string; caller: { permissions: readonly Permission[] } },
): Promise<SearchResult> => {
  const text = input.text.trim()
  const opens = (access: Parameters<typeof permissionsFor>[0]) =>
    permissionsFor(access).some((permission) => input.caller.permissions.includes(permission))
  const isEnough = text.length >= fewestLetters
  const [members, devices] = await Promise.all([
    isEnough && opens(membersApi.get.access) ? findMembers(ctx, text) : nothing,
    isEnough && opens(devicesApi.get.access) ? findDevices(ctx, text) : nothing,
  ])
  return { members: members.rows, membersTotal: members.total, devices: devices.rows, devicesTotal: devices.total }
}
