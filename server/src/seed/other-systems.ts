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
