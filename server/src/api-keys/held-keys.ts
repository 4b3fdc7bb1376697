import type { HeldKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import type { KeyLapse, KeyOwner } from '@spacekeeper/contract/devices/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { keyLapse, keyOwner, ownerAs, scriptLapse } from '../devices/key-owners.ts'

const mostKeys = 1000

const maker = fullNameOf<string | null>('m').as('made_by')

/** Keys of scripts stand on any permission of staff, the others on that for devices. */
const apiKeyLapse = sql<KeyLapse | null>`(case when k.is_script then ${scriptLapse('o')} else ${keyLapse('o')} end)`

const livingApiKeys = (ctx: Ctx) =>
  ctx.db
    .selectFrom('api_keys as k')
    .leftJoin('members as m', 'm.id', 'k.created_by')
    .leftJoin('members as o', 'o.id', 'k.owner_id')
    .select(['k.id', 'k.name', 'k.prefix', 'k.created_at', 'k.last_used_at', maker])
    .select(sql<KeyOwner | null>`(case when o.id is not null then ${ownerAs('o', apiKeyLapse)} end)`.as('owner'))
    .where('k.revoked_at', 'is', null)
    .where((is) => is.or([is('k.expires_at', 'is', null), is('k.expires_at', '>', ctx.now())]))
    .orderBy(apiKeyLapse, (order) => order.asc().nullsLast())
    .orderBy('k.id', 'desc')
    .limit(mostKeys)

const livingDeviceKeys = (ctx: Ctx) =>
  ctx.db
    .selectFrom('device_keys as k')
    .innerJoin('devices as d', 'd.id', 'k.device_id')
    .leftJoin('members as m', 'm.id', 'k.created_by')
    .leftJoin('members as o', 'o.id', 'k.owner_id')
    .select(['k.id', 'd.id as device_id', 'd.kind', 'd.name', 'k.prefix', 'k.created_at', 'k.last_used_at'])
    .select([maker, keyOwner('o').as('owner')])
    .where('k.revoked_at', 'is', null)
    .where('d.removed_at', 'is', null)
    .orderBy(keyLapse('o'), (order) => order.asc().nullsLast())
    .orderBy(sql`lower(d.name)`)
    .orderBy('k.id', 'desc')
    .limit(mostKeys)

type KeyRow = Awaited<ReturnType<ReturnType<typeof livingApiKeys>['execute']>>[number]

const asHeld = ({ id, name, prefix, owner, ...row }: KeyRow, device: HeldKey['device']): HeldKey => ({
  kind: device === null ? 'api' : 'device',
  id,
  name,
  prefix,
  device,
  createdAt: row.created_at.toISOString(),
  createdBy: row.made_by,
  owner,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** Every living key with its owner, first those whose owner no longer answers for them; of one member, if asked. */
export const listHeldKeys = async (ctx: Ctx, { memberId }: { memberId?: number | undefined }): Promise<HeldKey[]> => {
  const isOf = sql<boolean>`${memberId ?? 0}::int in (k.created_by, k.owner_id)`
  const isAsked = memberId !== undefined
  const [apiKeys, deviceKeys] = await Promise.all([
    livingApiKeys(ctx)
      .$if(isAsked, (query) => query.where(isOf))
      .$if(!isAsked, (query) => query.where('k.is_script', '=', false))
      .execute(),
    livingDeviceKeys(ctx)
      .$if(isAsked, (query) => query.where(isOf))
      .execute(),
  ])
  const held = [
    ...apiKeys.map((row) => asHeld(row, null)),
    ...deviceKeys.map((row) => asHeld(row, { id: row.device_id, kind: row.kind })),
  ]
  const waits = ({ owner }: HeldKey) => Number((owner?.lapse ?? null) !== null)
  return held.toSorted((a, b) => waits(b) - waits(a)).slice(0, mostKeys)
}
