import type { ScriptScope } from '@spacekeeper/contract/api-keys/words.ts'
import type { ApiScope } from '@spacekeeper/contract/route.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { makeKey } from '../devices/keys.ts'
import type { SeededRow } from './bulk-rows.ts'
import { memberNamed, timeOn } from './cast.ts'
import type { Telling } from './scene.ts'

type OtherSystem = { name: string; by: string; daysAgo: number; scopes: ApiScope[]; usedMinutesAgo: number }

const dayMinutes = 1440

/** The doorbell stopped when the member who answers for its key was suspended. */
const systems: readonly OtherSystem[] = [
  { name: 'Doorbell', by: 'Piet', daysAgo: 310, scopes: ['devices.bump'], usedMinutesAgo: 33 * dayMinutes + 90 },
  { name: 'Notice board', by: 'Noor', daysAgo: 150, scopes: ['devices.read'], usedMinutesAgo: 4 },
]

type Script = { name: string; by: string; daysAgo: number; endsInDays: number; scopes: ScriptScope[]; hoursAgo: number }

/** One ends within the week, one has ended. */
const scripts: readonly Script[] = [
  {
    name: 'Monthly figures',
    by: 'Ada',
    daysAgo: 85,
    endsInDays: 5,
    scopes: ['members:read', 'money:read'],
    hoursAgo: 9,
  },
  {
    name: 'Home automation',
    by: 'Ada',
    daysAgo: 40,
    endsInDays: 325,
    scopes: ['own:read', 'own:write'],
    hoursAgo: 3,
  },
  { name: 'Newsletter sync', by: 'Ada', daysAgo: 200, endsInDays: 165, scopes: ['members:read'], hoursAgo: 1 },
  { name: 'Import of 2025', by: 'Ada', daysAgo: 320, endsInDays: -290, scopes: ['members:write'], hoursAgo: 7600 },
]

const hourMs = 60 * 60_000

/** Keys of scripts, which no one has the secrets of, either. */
export const tellScriptKeys = ({ story, cast, now }: Telling): SeededRow<'api_keys'>[] =>
  scripts.map(({ name, by, daysAgo, endsInDays, scopes, hoursAgo }) => {
    const owner = memberNamed(cast, by).id
    const at = timeOn(now, { daysAgo, hour: 20.2 })
    const expiresAt = new Date(now.getTime() + endsInDays * 24 * hourMs)
    const { key, prefix } = makeKey()
    story.events.push({ at, event: 'apiKey.created', by: owner, data: { name, scopes } })
    return {
      name,
      prefix,
      secret_hash: hashToken(key),
      scopes,
      is_script: true,
      created_at: at,
      created_by: owner,
      owner_id: owner,
      expires_at: expiresAt,
      last_used_at: new Date(now.getTime() - hoursAgo * hourMs),
    }
  })

/** Keys of other systems. No one has the secrets: a start of the demonstration makes them and keeps the hashes. */
export const tellApiKeys = ({ story, cast, places, now }: Telling): SeededRow<'api_keys'>[] =>
  systems.map(({ name, by, daysAgo, scopes, usedMinutesAgo }) => {
    const owner = memberNamed(cast, by).id
    const at = timeOn(now, { daysAgo, hour: 19.6 })
    const { key, prefix } = makeKey()
    story.events.push({ at, event: 'apiKey.created', by: owner, data: { name, scopes } })
    return {
      name,
      prefix,
      secret_hash: hashToken(key),
      scopes,
      device_kind: null,
      device_ids: [places.front.id],
      created_at: at,
      created_by: owner,
      owner_id: owner,
      last_used_at: new Date(now.getTime() - usedMinutesAgo * 60_000),
    }
  })
