import { sql } from 'kysely'
import { latestTime } from '#platform/ahead.ts'
import { type Services, systemCtx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { type Audience, screens } from '#platform/live/screens.ts'
import { joinTags } from '../access/card-forms.ts'

/** Lists sent within this time are stored in one write. */
const restMs = 500

const audience = { staff: ['devices', 'access'] } satisfies Audience

type SentList = { hash: string; tags: readonly string[]; at: Date }

/** Notes when doors were sent the lists that are stored of them already, as nearly all are after a restart: which doors. */
const noteSameLists = async ({ tx, now }: Work, lists: ReadonlyMap<number, SentList>): Promise<ReadonlySet<number>> => {
  const values = [...lists.values()]
  const { rows } = await sql<{ device_id: number }>`update door_lists l
    set sent_at = s.sent_at, behind_since = null
    from unnest(
      ${[...lists.keys()]}::int[], ${values.map(({ hash }) => hash)}::text[], ${values.map(({ at }) => at)}::timestamptz[]
    ) as s(device_id, hash, sent_at)
    where l.device_id = s.device_id and l.hash = s.hash and (l.sent_at <= s.sent_at or l.sent_at > ${latestTime(now)})
    returning l.device_id`.execute(tx)
  return new Set(rows.map((row) => row.device_id))
}

const writeLists = async ({ tx, now }: Work, lists: readonly [number, SentList][]): Promise<void> => {
  const ids = lists.map(([id]) => id)
  const hashes = lists.map(([, { hash }]) => hash)
  const counts = lists.map(([, { tags }]) => tags.length)
  const cards = lists.map(([, { tags }]) => joinTags(tags))
  const times = lists.map(([, { at }]) => at)
  await sql`insert into door_lists (device_id, hash, card_count, cards, sent_at)
    select * from unnest(${ids}::int[], ${hashes}::text[], ${counts}::int[], ${cards}::text[], ${times}::timestamptz[])
    on conflict (device_id) do update set hash = excluded.hash, card_count = excluded.card_count,
      cards = excluded.cards, sent_at = excluded.sent_at, behind_since = null
    where door_lists.sent_at <= excluded.sent_at or door_lists.sent_at > ${latestTime(now)}`.execute(tx)
}

/** Records which list each door was sent, in batches, so that no door waits for the write. */
export const batchSentLists = (services: Services) => {
  const ctx = systemCtx(services)
  let sent = new Map<number, SentList>()
  let timer: NodeJS.Timeout | undefined

  const store = (lists: ReadonlyMap<number, SentList>) =>
    record(ctx, async (work) => {
      const known = await noteSameLists(work, lists)
      const changed = [...lists].filter(([id]) => !known.has(id))
      if (changed.length > 0) await writeLists(work, changed)
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
      // Lists that were sent meanwhile are newer.
      sent = new Map([...lists, ...sent])
    }
  }
  return {
    note: (deviceId: number, list: Pick<SentList, 'hash' | 'tags'>) => {
      sent.set(deviceId, { ...list, at: services.now() })
      timer ??= setTimeout(() => void flush(), restMs).unref()
    },
    flush,
  }
}

type BehindLists = { behind: readonly number[]; current: readonly number[] }

/** Stores since when the lists of these doors lack a change; a list that was behind before keeps its time. */
export const markListsBehind = async ({ tx, now }: Work, { behind, current }: BehindLists): Promise<void> => {
  await tx
    .updateTable('door_lists')
    .set({ behind_since: null })
    .where('behind_since', 'is not', null)
    .where('device_id', '=', sql<number>`any(${current}::int[])`)
    .execute()
  if (behind.length === 0) return
  await tx
    .updateTable('door_lists')
    .set({ behind_since: now })
    .where('behind_since', 'is', null)
    .where('device_id', '=', sql<number>`any(${behind}::int[])`)
    .execute()
}
