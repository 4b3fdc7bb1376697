import { sql } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { screens, type Audience } from '#platform/live/screens.ts'
import { joinTags } from './rules.ts'

/** Lists sent in so long are written down together. */
const restMs = 500

const audience = { staff: ['devices', 'access'] } satisfies Audience

type Sent = { hash: string; tags: readonly string[]; at: Date }

/** Notes which list a door was sent, and writes it down soon, for all doors together. Costs the door nothing. */
export const batchSentLists = (services: Services) => {
  const ctx = systemCtx(services)
  let sent = new Map<number, Sent>()
  let timer: NodeJS.Timeout | undefined

  const store = (lists: ReadonlyMap<number, Sent>) =>
    record(ctx, async (tx) => {
      const values = [...lists.values()]
      const hashes = values.map(({ hash }) => hash)
      const counts = values.map(({ tags }) => tags.length)
      const cards = values.map(({ tags }) => joinTags(tags))
      const times = values.map(({ at }) => at)
      await sql`insert into door_lists (device_id, hash, card_count, cards, sent_at)
        select * from unnest(${[...lists.keys()]}::int[], ${hashes}::text[], ${counts}::int[], ${cards}::text[], ${times}::timestamptz[])
        on conflict (device_id) do update set hash = excluded.hash, card_count = excluded.card_count,
          cards = excluded.cards, sent_at = excluded.sent_at, behind_since = null
        where door_lists.sent_at <= excluded.sent_at`.execute(tx)
      return { result: undefined, tell: [screens.notice({ topic: 'devices', audience })] }
    })

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (sent.size === 0) return
    const lists = sent
    sent = new Map()
    try {
      await store(lists)
    } catch (error) {
      services.log.error({ err: error }, 'which lists doors were sent was not stored')
      // What was sent since is newer.
      sent = new Map([...lists, ...sent])
    }
  }
  return {
    note: (deviceId: number, list: Pick<Sent, 'hash' | 'tags'>) => {
      sent.set(deviceId, { ...list, at: services.now() })
      timer ??= setTimeout(() => void flush(), restMs).unref()
    },
    flush,
  }
}
