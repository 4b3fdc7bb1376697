import { type MemberSummary, MemberState } from '@spacekeeper/contract/members/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullName } from '#platform/shown-name.ts'
import { matchText } from './filters.ts'
import { grantedPermissions } from './role-rules.ts'

export const iso = (date: Date | null) => date?.toISOString() ?? null

const summaryColumns = [
  'id',
  'first_name',
  'last_name',
  'screen_name',
  'email',
  'state',
  'suspended_at',
  'is_admin',
  'permissions',
  'last_seen_at',
] as const

type MemberSummaryRow = {
  id: number
  first_name: string
  last_name: string
  screen_name: string
  email: string
  state: string
  suspended_at: Date | null
  is_admin: boolean
  permissions: string[]
  last_seen_at: Date | null
}

const asSummary = (row: MemberSummaryRow): MemberSummary => ({
  id: row.id,
  fullName: fullName(row),
  screenName: row.screen_name,
  email: row.email,
  state: MemberState.parse(row.state),
  isSuspended: row.suspended_at !== null,
  isAdmin: row.is_admin,
  permissions: grantedPermissions(row),
  lastSeen: iso(row.last_seen_at),
})

export const findMember = async (ctx: Ctx, memberId: number): Promise<MemberSummary | null> => {
  const row = await ctx.db
    .selectFrom('members')
    .select([...summaryColumns, 'closed_at'])
    .where('id', '=', memberId)
    .executeTakeFirst()
  if (row?.closed_at) throw new AppError('memberClosed')
  return row ? asSummary(row) : null
}

export const getMember = async (ctx: Ctx, memberId: number): Promise<MemberSummary> => {
  const member = await findMember(ctx, memberId)
  if (!member) throw new AppError('notFound')
  return member
}

/** Members whose name, screen name, email, card or phone number contains the text. */
export const searchMembers = async (ctx: Ctx, input: { text: string; offset: number; limit: number }) => {
  const rows = await ctx.db
    .selectFrom('members')
    .select(summaryColumns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('closed_at', 'is', null)
    .where(matchText(input.text))
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy('id')
    .offset(input.offset)
    .limit(input.limit)
    .execute()
  return { members: rows.map(asSummary), total: rows[0]?.total ?? 0 }
}
