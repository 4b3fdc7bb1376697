import { settings, type Setting, type SettingKey } from '@spacekeeper/contract/settings.ts'
import type { SettingChange, SettingState } from '@spacekeeper/contract/site.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isSettingKey } from '#platform/settings/settings.ts'

const keys = Object.keys(settings).filter(isSettingKey)
const settingOf = (key: SettingKey): Setting => settings[key]

/** The key of a setting there is; anything else is not found. */
export const knownKey = (key: string): SettingKey => {
  if (!isSettingKey(key)) throw new AppError('notFound')
  return key
}

/** What is stored now, past the cache: whoever just changed a setting sees it changed. A broken value counts as none. */
const storedValues = async (ctx: Ctx): Promise<Map<string, unknown>> => {
  const rows = await ctx.db.selectFrom('settings').select(['key', 'value']).execute()
  return new Map(
    rows.flatMap(({ key, value }): [string, unknown][] => {
      if (!isSettingKey(key)) return []
      const { isSecret, schema } = settingOf(key)
      return isSecret || schema.safeParse(value).success ? [[key, value]] : []
    }),
  )
}

export const listSettings = async (ctx: Ctx): Promise<{ key: string; value: unknown }[]> => {
  const stored = await storedValues(ctx)
  return keys
    .filter((key) => !settingOf(key).isSecret)
    .map((key) => ({ key, value: stored.has(key) ? stored.get(key) : settingOf(key).default }))
}

export const getSetting = async (ctx: Ctx, key: string): Promise<{ key: string; value: unknown }> => {
  const found = (await listSettings(ctx)).find((setting) => setting.key === key)
  if (!found) throw new AppError('notFound')
  return found
}

const changesOfSettings = (ctx: Ctx) =>
  ctx.db
    .selectFrom('audit_events')
    .leftJoin('members', (on) =>
      on.onRef('members.id', '=', 'audit_events.actor_id').on('audit_events.actor_kind', '=', 'member'),
    )
    .where('event', 'in', ['setting.changed', 'setting.reset'])
    .select(['at', 'event', sql<string>`data->>'key'`.as('key')])
    .select(sql<string | null>`members.first_name || ' ' || members.last_name`.as('by'))

/** Every setting with its last change: two queries, however many there are. */
export const describeSettings = async (ctx: Ctx): Promise<SettingState[]> => {
  const [stored, changes] = await Promise.all([
    storedValues(ctx),
    changesOfSettings(ctx)
      .distinctOn(sql`data->>'key'`)
      .orderBy(sql`data->>'key'`)
      .orderBy('audit_events.id', 'desc')
      .execute(),
  ])
  const lastChanges = new Map(changes.map((last) => [last.key, last]))
  return keys.map((key) => {
    const setting = settingOf(key)
    const last = lastChanges.get(key)
    const value = stored.has(key) ? stored.get(key) : setting.default
    return {
      key,
      value: setting.isSecret ? null : value,
      isSet: stored.has(key),
      changedAt: last?.at.toISOString() ?? null,
      changedBy: last?.by ?? null,
    }
  })
}

export const listSettingChanges = async (ctx: Ctx, key: SettingKey): Promise<SettingChange[]> => {
  const rows = await changesOfSettings(ctx)
    .select(sql`data->'value'`.as('value'))
    .where(sql<string>`data->>'key'`, '=', key)
    .orderBy('audit_events.id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ at, by, event, value }) => ({
    at: at.toISOString(),
    by,
    isReset: event === 'setting.reset',
    value: value ?? null,
  }))
}
