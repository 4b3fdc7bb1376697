import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { CreditLimits, MachineCreditLimits } from '@spacekeeper/contract/vending/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { differencesOf } from '#platform/db/change-row.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { stockNotices } from './products.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Sums what a machine paid onto balances in 24 hours, and locks it, so that its credits are checked one at a time. */
export const lockLateCredits = async ({ tx }: Work, input: { deviceId: number; now: Date }): Promise<number> => {
  const { deviceId, now } = input
  await tx.selectFrom('devices').select('id').where('id', '=', deviceId).forNoKeyUpdate().execute()
  const { cents } = await tx
    .selectFrom('purchases as p')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'p.ledger_entry_id')
    .select(sql<number>`coalesce(sum(p.amount_cents), 0)::int`.as('cents'))
    .where('p.device_id', '=', deviceId)
    .where('p.kind', '=', 'credit')
    .where('p.purchased_at', '>', new Date(now.getTime() - dayMs))
    // After the clock was set back the last hours still count, but not what a clock far ahead once wrote down.
    .where('p.purchased_at', '<', new Date(now.getTime() + dayMs))
    .where('r.id', 'is', null)
    .executeTakeFirstOrThrow()
  return cents
}

/**
 * The members who could make a machine pay in money that was never there: who made or owns one of its living keys, and
 * who let it connect.
 */
const keepers = (db: Pick<Ctx['db'], 'selectFrom'>, deviceId: number) =>
  db
    .selectFrom('members as m')
    .where('m.closed_at', 'is', null)
    .where(
      sql<boolean>`(exists (select from devices d where d.id = ${deviceId} and d.authorised_by = m.id)
        or exists (select from device_keys k where k.device_id = ${deviceId} and k.revoked_at is null
          and m.id in (k.created_by, k.owner_id)))`,
    )

/** Whether a machine pays nothing onto the balance of this member, because they could speak for it. */
export const isKeeper = async ({ tx }: Work, input: { deviceId: number; memberId: number }): Promise<boolean> => {
  const row = await keepers(tx, input.deviceId).select('m.id').where('m.id', '=', input.memberId).executeTakeFirst()
  return row !== undefined
}

const mostKeepers = 50

const listKeepers = async (ctx: Ctx, deviceId: number): Promise<string[]> => {
  const rows = await keepers(ctx.db, deviceId)
    .select(fullNameOf('m').as('name'))
    .orderBy('m.id')
    .limit(mostKeepers)
    .execute()
  return rows.map(({ name }) => name)
}

/** How much a machine may pay onto balances, and whether the caller may change it, which takes the permission for money. */
export const getCreditLimits = async (ctx: Ctx, deviceId: number): Promise<MachineCreditLimits> => {
  const row = await ctx.db
    .selectFrom('devices as d')
    .leftJoin('credit_limits as l', 'l.device_id', 'd.id')
    .select(['l.max_credit_cents as maxCreditCents', 'l.max_daily_credit_cents as maxDailyCreditCents'])
    .where('d.id', '=', deviceId)
    .where('d.kind', '=', 'memberbucks')
    .where('d.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return {
    ...row,
    canChange: ctx.actor.kind === 'member' && ctx.actor.permissions.includes('money'),
    keepers: await listKeepers(ctx, deviceId),
  }
}

const columns = {
  maxCreditCents: 'max_credit_cents',
  maxDailyCreditCents: 'max_daily_credit_cents',
} as const satisfies Record<keyof CreditLimits, string>

const noLimits = { max_credit_cents: null, max_daily_credit_cents: null }

/** The limits of a machine; the machine is locked, because a row of limits may not be there yet. */
const lockLimits = async ({ tx }: Work, deviceId: number) => {
  const machine = await tx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where('kind', '=', 'memberbucks')
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!machine) throw new AppError('notFound')
  const limits = await tx
    .selectFrom('credit_limits')
    .select(['max_credit_cents', 'max_daily_credit_cents'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return limits ?? noLimits
}

type CreditLimitUpdate = {
  deviceId: number
  limits: { [F in keyof CreditLimits]?: number | null | undefined }
}

/** Changes how much a machine may pay onto balances, from its next credit on. */
export const updateCreditLimits = (ctx: Ctx, { deviceId, limits }: CreditLimitUpdate): Promise<void> =>
  change(ctx, 'memberbucks.creditLimitsChanged', async (work) => {
    const row = await lockLimits(work, deviceId)
    const changes = differencesOf({ row, columns, changes: limits })
    if (keysOf(changes).length === 0) return unchanged(undefined)
    const { maxCreditCents = row.max_credit_cents, maxDailyCreditCents = row.max_daily_credit_cents } = limits
    const values = { max_credit_cents: maxCreditCents, max_daily_credit_cents: maxDailyCreditCents }
    await work.tx
      .insertInto('credit_limits')
      .values({ device_id: deviceId, ...values })
      .onConflict((on) => on.column('device_id').doUpdateSet(values))
      .execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { changes },
      tell: stockNotices(),
    }
  })
