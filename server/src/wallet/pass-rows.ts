import { MemberState, type Standing } from '@spacekeeper/contract/members/shapes.ts'
import { passDays } from '@spacekeeper/contract/wallet/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { fullName } from '#platform/shown-name.ts'
import { sealPassCode } from './codes.ts'
import { markOfSite, type PassFacts, type PassHolder } from './look.ts'

const dayMs = 24 * 3_600_000

/** How long a pass holds that is made or renewed now. */
export const validFrom = (now: Date): Date => new Date(now.getTime() + passDays * dayMs)

/** When a pass changes, if it does so now: phones tell versions apart by whole seconds. */
export const changedAt = (now: Date) => sql<Date>`greatest(${now}::timestamptz, changed_at + interval '1 second')`

/** What an ended pass shows, and one whose member is gone: nothing of them. */
export const voidMark = 'void'

/** What a pass of this row has to show now, as a hash: `p` is the pass and `m` its member, if there is one. */
export const dueMark = (siteMark: string) => sql<string>`case
  when p.ended_at is not null or m.id is null or m.closed_at is not null then ${voidMark}
  else md5(concat_ws('|', ${siteMark}::text, m.first_name, m.last_name, m.state, m.suspended_at is not null,
    extract(epoch from m.first_joined_at))) end`

export const siteMarkOf = async (ctx: Ctx): Promise<string> => markOfSite(await ctx.settings.all(), ctx.siteUrl)

type From = Ctx['db'] | Tx

/** Passes with the members they are of. */
const passes = (from: From) =>
  from
    .selectFrom('wallet_passes as p')
    .leftJoin('members as m', (on) => on.onRef('m.id', '=', 'p.member_id').on('m.closed_at', 'is', null))
    .select(['p.id', 'p.kind', 'p.serial', 'p.mark', 'p.told_mark', 'p.created_at', 'p.changed_at', 'p.valid_until'])
    .select(['p.ended_at', 'm.id as member_id', 'm.first_name', 'm.last_name', 'm.state', 'm.suspended_at'])
    .select('m.first_joined_at')

export const findPass = (from: From, passId: number) => passes(from).where('p.id', '=', passId).executeTakeFirst()

export const findPassOf = (from: From, serial: string) =>
  passes(from).where('p.serial', '=', serial).where('p.kind', '=', 'apple').executeTakeFirst()

export type StoredPass = NonNullable<Awaited<ReturnType<typeof findPass>>>

/** The member of a pass that has not ended. */
const holderOf = (row: StoredPass): PassHolder | null => {
  if (row.ended_at !== null || row.member_id === null) return null
  const standing: Standing = row.suspended_at === null ? MemberState.parse(row.state) : 'suspended'
  return {
    memberId: row.member_id,
    name: fullName(row),
    standing,
    memberSince: row.first_joined_at,
  }
}

export const passFactsOf = (ctx: Ctx, row: StoredPass): PassFacts => ({
  serial: row.serial,
  holder: holderOf(row),
  validUntil: row.valid_until,
  codeUrl: `${ctx.siteUrl}/verify/${sealPassCode(ctx, row.id)}`,
})
