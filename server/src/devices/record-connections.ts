import { sql } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import { record, type Tx } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'

export type LeaveReason = 'closed' | 'silent' | 'replaced' | 'withdrawn' | 'portal'

type Arrival = {
  connectionId: string
  deviceId: number
  keyId: number
  ipAddress: string | null
  /** When the device was last heard of before: there a line that nobody saw end has ended. */
  lastSeenAt: Date | null
  at: Date
}
type Leave = { connectionId: string; reason: LeaveReason; at: Date }

const everyMs = 500
const mostWaiting = 20_000

const writeArrivals = async (tx: Tx, arrivals: readonly Arrival[]) => {
  const of = <K extends keyof Arrival>(key: K) => arrivals.map((arrival) => arrival[key])
  await sql`
    with arrived as (
      select * from unnest(
        ${of('connectionId')}::uuid[], ${of('deviceId')}::int[], ${of('ipAddress')}::text[],
        ${of('lastSeenAt')}::timestamptz[], ${of('at')}::timestamptz[]
      ) as a(id, device_id, ip_address, last_seen_at, at)
    ), ended as (
      update device_connections c
      set disconnected_at = greatest(c.connected_at, least(a.last_seen_at, a.at)), reason = 'lost'
      from arrived a where a.device_id = c.device_id and c.disconnected_at is null and c.connected_at < a.at
    )
    insert into device_connections (id, device_id, ip_address, connected_at)
    select id, device_id, ip_address, at from arrived
    on conflict do nothing`.execute(tx)
  await sql`update device_keys k set last_used_at = u.at
    from unnest(${of('keyId')}::int[], ${of('at')}::timestamptz[]) as u(id, at) where k.id = u.id`.execute(tx)
}

/** What is known of an end goes before what was only concluded. */
const writeLeaves = (tx: Tx, leaves: readonly Leave[]) =>
  sql`update device_connections c set disconnected_at = greatest(c.connected_at, l.at), reason = l.reason
    from unnest(
      ${leaves.map(({ connectionId }) => connectionId)}::uuid[], ${leaves.map(({ at }) => at)}::timestamptz[],
      ${leaves.map(({ reason }) => reason)}::text[]
    ) as l(id, at, reason)
    where c.id = l.id and (c.disconnected_at is null or c.reason = 'lost')`.execute(tx)

/**
 * Notes when devices come and go, and writes it down for all of them together a moment later, so that no device waits
 * for it. What could not be written is tried again with the next.
 */
export const recordConnections = (services: Services, intervalMs = everyMs) => {
  const ctx = systemCtx(services)
  let arrivals: Arrival[] = []
  let leaves: Leave[] = []
  let running = Promise.resolve()

  const write = async () => {
    const [came, went] = [arrivals, leaves]
    if (came.length + went.length === 0) return
    arrivals = []
    leaves = []
    try {
      await record(ctx, async (tx) => {
        if (came.length > 0) await writeArrivals(tx, came)
        if (went.length > 0) await writeLeaves(tx, went)
        const tell = [screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } })]
        return { result: undefined, tell }
      })
    } catch (error) {
      arrivals = [...came, ...arrivals].slice(-mostWaiting)
      leaves = [...went, ...leaves].slice(-mostWaiting)
      services.log.error({ err: error }, 'connections of devices were not stored')
    }
  }
  const flush = () => {
    running = running.then(write)
    return running
  }
  const timer = setInterval(() => void flush(), intervalMs)
  return {
    arrive: (arrival: Omit<Arrival, 'at'>) => {
      arrivals.push({ ...arrival, at: services.now() })
    },
    leave: (leave: Omit<Leave, 'at'>) => {
      leaves.push({ ...leave, at: services.now() })
    },
    close: () => {
      clearInterval(timer)
      return flush()
    },
  }
}
export type ConnectionRecorder = ReturnType<typeof recordConnections>
