import { sql } from 'kysely'
import type { Work } from '#platform/db/change.ts'

/** What a member had of a device before a change; without a source, no grant. */
export type GrantBefore = {
  memberId: number
  deviceId: number
  source: 'hand' | 'default' | null
  grantedAt: Date | null
  grantedBy: number | null
  /** Staff had taken away what members have by default. */
  hadException: boolean
}

/**
 * Makes grants what they were before. What members no longer have by default does not come back as a default, and
 * removed devices stay as they are. The caller holds `lockGrants`.
 */
export const restoreGrants = async ({ tx, now }: Work, before: readonly GrantBefore[]): Promise<void> => {
  if (before.length === 0) return
  const wanted = sql`(
    select b."memberId" as member_id, b."deviceId" as device_id, b."grantedAt" as granted_at,
      b."grantedBy" as granted_by, b."hadException" as had_exception,
      case when b.source = 'default' and not d.is_default_access then null else b.source end as source
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as b("memberId" int, "deviceId" int, source text,
      "grantedAt" timestamptz, "grantedBy" int, "hadException" boolean)
    join devices d on d.id = b."deviceId" and d.removed_at is null)`
  await sql`delete from grants g using ${wanted} w
    where g.member_id = w.member_id and g.device_id = w.device_id and w.source is null`.execute(tx)
  await sql`insert into grants (member_id, device_id, source, granted_at, granted_by)
    select member_id, device_id, source, granted_at, granted_by from ${wanted} w where source is not null
    on conflict (member_id, device_id) do update
    set source = excluded.source, granted_at = excluded.granted_at, granted_by = excluded.granted_by`.execute(tx)
  await sql`delete from default_exceptions e using ${wanted} w
    where e.member_id = w.member_id and e.device_id = w.device_id and w.source is not null`.execute(tx)
  await sql`insert into default_exceptions (member_id, device_id, since)
    select member_id, device_id, ${now} from ${wanted} w where w.had_exception
    on conflict do nothing`.execute(tx)
}
