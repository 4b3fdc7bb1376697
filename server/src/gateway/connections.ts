import { sql } from 'kysely'
import { type Services, systemCtx, type Ctx } from '#platform/ctx.ts'
import { type Work, record } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { recordDeviceKeyUses } from '../devices/presence.ts'
import { silentMs } from '../devices/rules.ts'

export type LeaveReason = 'closed' | 'silent' | 'replaced' | 'withdrawn' | 'portal'

type Arrival = {
  connectionId: string
  deviceId: number
  keyId: number
  ipAddress: string | null
  /** The last heartbeat before this arrival: an earlier connection whose end was missed counts as ended then. */
  lastSeenAt: Date | null
  at: Date
}

type Departure = { connectionId: string; reason: LeaveReason; at: Date }

const writeEveryMs = 500

const mostWaiting = 20_000

const writeArrivals = async (work: Work, arrivals: readonly Arrival[]) => {
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
    on conflict do nothing`.execute(work.tx)
  await recordDeviceKeyUses(work, new Map(arrivals.map(({ keyId, at }) => [keyId, at])))
}

/** A reported end replaces one that was only inferred. */
const writeDepartures = ({ tx }: Work, leaves: readonly Departure[]) =>
  sql`update device_connections c set disconnected_at = greatest(c.connected_at, l.at), reason = l.reason
    from unnest(
      ${leaves.map(({ connectionId }) => connectionId)}::uuid[], ${leaves.map(({ at }) => at)}::timestamptz[],
      ${leaves.map(({ reason }) => reason)}::text[]
    ) as l(id, at, reason)
    where c.id = l.id and (c.disconnected_at is null or c.reason = 'lost')`.execute(tx)

/**
 * Records when devices connect and disconnect, in batches, so that no device waits for the write. A failed batch is
 * retried with the next one.
 */
export const recordConnections = (services: Services, intervalMs = writeEveryMs) => {
  const ctx = systemCtx(services)
  let arrivals: Arrival[] = []
  let leaves: Departure[] = []
  let running = Promise.resolve()

  const write = async () => {
    const [came, went] = [arrivals, leaves]
    if (came.length + went.length === 0) return
    arrivals = []
    leaves = []
    try {
      await record(ctx, async (work) => {
        if (came.length > 0) await writeArrivals(work, came)
        if (went.length > 0) await writeDepartures(work, went)
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
    leave: (leave: Omit<Departure, 'at'>) => {
      leaves.push({ ...leave, at: services.now() })
    },
    close: () => {
      clearInterval(timer)
      return flush()
    },
  }
}

export type ConnectionRecorder = ReturnType<typeof recordConnections>

/** Ends connections whose process died before it could record their end. */
export const tidyConnections = (ctx: Ctx): Promise<void> =>
  record(ctx, async ({ tx }) => {
    const now = ctx.now().getTime()
    await sql`update device_connections c
      set disconnected_at = greatest(c.connected_at, coalesce(d.last_seen_at, c.connected_at)), reason = 'lost'
      from devices d
      where d.id = c.device_id and c.disconnected_at is null
        and greatest(c.connected_at, d.last_seen_at) < ${new Date(now - silentMs)}`.execute(tx)
    return { result: undefined }
  })
