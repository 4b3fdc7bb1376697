import { isDeepStrictEqual } from 'node:util'
import { settings, type SettingKey } from '@spacekeeper/contract/index.ts'
import type { Setting } from '@spacekeeper/contract/setting.ts'
import type { SettingState, SettingChange } from '@spacekeeper/contract/settings/shapes.ts'
import { sql } from 'kysely'
import type { Actor, Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { encrypt } from '#platform/secrets/encryption.ts'
import { isSettingKey, settingsChanged } from '#platform/settings/settings.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { doorLists } from '../devices/channels.ts'
import { settingRules } from './setting-rules.ts'

/** Whether staff who may change settings may change this one. */
export const mayChangeSetting = (actor: Actor, setting: Pick<Setting, 'isForAdmins'>): boolean =>
  actor.kind === 'system' || (actor.kind === 'member' && (actor.isAdmin || setting.isForAdmins !== true))

const keys = Object.keys(settings).filter(isSettingKey)

const settingOf = (key: SettingKey): Setting => settings[key]

/** The key of a setting there is; anything else is not found. */
export const knownKey = (key: string): SettingKey => {
  if (!isSettingKey(key)) throw new AppError('notFound')
  return key
}

/** What is stored now, past the cache, so that a change shows at once. A broken value counts as none. */
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
    .select(fullNameOf<string | null>('members').as('by'))

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

/** Who hears that a setting is another one: every process, every screen, and the doors if it decides who gets in. */
export const settingNotices = (key: SettingKey): Notice[] => {
  const { group, decidesAccess = false } = settingOf(key)
  return [
    settingsChanged.notice({ keys: [key] }),
    screens.notice({ topic: 'config', audience: 'everybody' }),
    ...(group === 'chat' ? [screens.notice({ topic: 'chat', audience: { staff: ['settings'] } })] : []),
    ...(decidesAccess ? [doorLists.notice({ all: true })] : []),
  ]
}

const ruleOf = ({ rule }: Setting) => rule && settingRules[rule]

/**
 * Sets a setting; its value is checked by its own schema and rule. Secrets are stored encrypted and left out of the audit.
 * Answers with the value as it is stored, null for a secret.
 */
export const changeSetting = async (ctx: Ctx, input: { key: SettingKey; value: unknown }): Promise<unknown> => {
  const { key } = input
  const setting: Setting = settings[key]
  if (!mayChangeSetting(ctx.actor, setting)) throw new AppError('notAllowed')
  const parsed = setting.schema.safeParse(input.value)
  if (!parsed.success) throw badField(key, parsed.error.issues[0]?.message ?? 'This value isn’t valid.')
  const rule = ruleOf(setting)
  const problem = parsed.data === '' ? undefined : rule?.problemOf?.(parsed.data, ctx)
  if (typeof problem === 'string') throw badField(key, problem)
  const { isSecret = false } = setting
  const value: unknown = isSecret ? { secret: encrypt(ctx.secretKey, String(parsed.data)) } : parsed.data
  return change(ctx, 'setting.changed', async (work) => {
    const before = await work.tx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
    if (!isSecret && before && isDeepStrictEqual(before.value, value)) return unchanged(value)
    const row = { value: JSON.stringify(value), changed_at: ctx.now() }
    await work.tx
      .insertInto('settings')
      .values({ key, ...row })
      .onConflict((on) => on.column('key').doUpdateSet(row))
      .execute()
    const others = (await rule?.changed?.(work, { key, value: parsed.data })) ?? []
    return {
      result: isSecret ? null : value,
      data: isSecret ? { key } : { key, value, before: before ? before.value : setting.default },
      tell: [...settingNotices(key), ...others],
    }
  })
}

/** Back to the default. A secret is removed, and what it was stands nowhere. */
export const resetSetting = (ctx: Ctx, key: SettingKey): Promise<void> => {
  const setting: Setting = settings[key]
  return change(ctx, 'setting.reset', async (work) => {
    if (!mayChangeSetting(ctx.actor, setting)) throw new AppError('notAllowed')
    const removed = await work.tx.deleteFrom('settings').where('key', '=', key).returning('value').executeTakeFirst()
    if (!removed) return unchanged(undefined)
    const others = (await ruleOf(setting)?.changed?.(work, { key, value: setting.default })) ?? []
    return {
      result: undefined,
      data: setting.isSecret ? { key } : { key, before: removed.value },
      tell: [...settingNotices(key), ...others],
    }
  })
}
