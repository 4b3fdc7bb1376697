import { staffTasks, type MemberDetails } from '@spacekeeper/contract/memberships.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { listGrantable } from './list-grantable.ts'
import { grantedPermissions, staffActionsFor, staffRefusal } from './rules.ts'
import { countryCodeOf, formatPhone, normalisePhone } from '#platform/sms/phone-numbers.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

const grantCount = (kind: 'door' | 'interlock') =>
  sql<number>`(select count(*)::int from grants g join devices d on d.id = g.device_id
    where g.member_id = members.id and d.kind = ${kind} and d.removed_at is null)`

const missingDefaults = sql<number>`(select count(*)::int from devices d
  where d.is_default_access and d.removed_at is null and d.kind in ('door', 'interlock')
    and not exists (select from grants g where g.member_id = members.id and g.device_id = d.id)
    and not exists (select from default_exceptions e where e.member_id = members.id and e.device_id = d.id))`

/** A member with everything administrators see of him and what they can do, in one query. */
export const getDetails = async (ctx: Ctx, memberId: number): Promise<MemberDetails> => {
  const row = await ctx.db
    .selectFrom('members')
    .selectAll()
    .select([
      grantCount('door').as('granted_doors'),
      grantCount('interlock').as('granted_machines'),
      missingDefaults.as('missing_defaults'),
    ])
    .where('id', '=', memberId)
    .executeTakeFirst()
  const countryCode = await countryCodeOf(ctx)
  if (!row) throw new AppError('notFound')
  if (row.closed_at !== null) throw new AppError('memberClosed')
  const member = { id: row.id, isAdmin: row.is_admin, permissions: grantedPermissions(row) }
  const tasks = staffTasks.filter((task) => staffRefusal(ctx.actor, { task, member }) === null)
  const standing = { membership: row.membership_state, isSuspended: row.suspended_at !== null }
  return {
    ...member,
    grantable: listGrantable(),
    tasks,
    firstName: row.first_name,
    lastName: row.last_name,
    screenName: row.screen_name,
    email: row.email,
    isEmailVerified: row.email_verified_at !== null,
    phone: formatPhone(row.phone, countryCode),
    smsNumber: normalisePhone(row.phone, countryCode),
    vehicleRegistrationPlate: row.vehicle_registration_plate,
    excludeFromEmailExport: row.exclude_from_email_export,
    profileUpdateRequired: row.profile_update_required,
    state: row.state,
    membershipState: row.membership_state,
    suspension: row.suspended_at && { since: row.suspended_at.toISOString(), reason: row.suspension_reason ?? '' },
    actions: tasks.includes('standing') ? staffActionsFor(standing) : [],
    grantedDoors: row.granted_doors,
    grantedMachines: row.granted_machines,
    missingDefaults: row.missing_defaults,
    registeredAt: row.registered_at.toISOString(),
    firstJoinedAt: iso(row.first_joined_at),
    lastSeen: iso(row.last_seen_at),
    lastInduction: iso(row.last_induction_at),
    profileUpdatedAt: iso(row.profile_updated_at),
  }
}
