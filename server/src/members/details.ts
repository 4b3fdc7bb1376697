import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { memberField } from '@spacekeeper/contract/members/fields.ts'
import { type EditedField, fieldsEditedBy } from '@spacekeeper/contract/members/forms.ts'
import type { MemberDetails, MemberChanges } from '@spacekeeper/contract/members/shapes.ts'
import { staffTasks, type StaffTask } from '@spacekeeper/contract/members/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Differences, differencesOf } from '#platform/db/change-row.ts'
import { change, unchanged, type Work } from '#platform/db/change.ts'
import type { Domains } from '#platform/domain.ts'
import { demandProof, demandStrongProof } from '#platform/http/access.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { countryCodeOf, formatPhone, normalisePhone, phoneToStore } from '#platform/sms/phone-numbers.ts'
import { doorLists } from '../devices/channels.ts'
import { replaceCard } from './cards/given-cards.ts'
import { explainClash, refuseTakenEmail } from './clashes.ts'
import { emailState, invitationEndsAt, pendingEmail } from './email-state.ts'
import { columnsOf, fieldsOf } from './fields.ts'
import { queueEmailReplaced } from './mails.ts'
import { lockMember, memberNotices, nameNotices, storeDifferences } from './member-row.ts'
import { grantedPermissions, staffRefusal } from './role-rules.ts'
import { listGrantablePermissions, keepAdministrator, checkAuthority } from './roles.ts'
import { refuseLookalike } from './screen-names.ts'
import { staffActionsFor } from './standing-rules.ts'
import { iso } from './summaries.ts'

const staffFields = fieldsEditedBy('staff')

const grantCount = (kind: 'door' | 'interlock') =>
  sql<number>`(select count(*)::int from grants g join devices d on d.id = g.device_id
    where g.member_id = members.id and d.kind = ${kind} and d.removed_at is null)`

const missingDefaults = sql<number>`(select count(*)::int from devices d
  where d.is_default_access and d.removed_at is null and d.kind in ('door', 'interlock')
    and not exists (select from grants g where g.member_id = members.id and g.device_id = d.id)
    and not exists (select from default_exceptions e where e.member_id = members.id and e.device_id = d.id))`

/** A member with everything that staff see and can do, in one query. */
export const getDetails = async (ctx: Ctx, memberId: number): Promise<MemberDetails> => {
  const row = await ctx.db
    .selectFrom('members')
    .selectAll()
    .select([
      grantCount('door').as('granted_doors'),
      grantCount('interlock').as('granted_machines'),
      missingDefaults.as('missing_defaults'),
      emailState.as('email_state'),
      invitationEndsAt.as('invitation_ends_at'),
      pendingEmail.as('pending_email'),
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
    ...fieldsOf(row, staffFields),
    grantable: listGrantablePermissions(),
    tasks,
    isEmailVerified: row.email_verified_at !== null,
    wantsNews: row.wants_news,
    emailState: row.email_state,
    pendingEmail: row.pending_email,
    invitationEndsAt: iso(row.invitation_ends_at),
    hasPassword: row.password_hash !== null,
    phone: formatPhone(row.phone, countryCode),
    smsNumber: normalisePhone(row.phone, countryCode),
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

/** What staff must be allowed to make these changes; the first that is refused is what the caller reads. */
const tasksOf = (differences: Differences<EditedField>, card: string | undefined): StaffTask[] => {
  const changed = new Set(keysOf(differences).map((name) => memberField(name).staffTask ?? 'details'))
  return [
    ...(changed.has('office') ? (['office'] as const) : []),
    'details',
    ...(changed.has('email') ? (['email'] as const) : []),
    ...(card === undefined ? [] : (['cards'] as const)),
  ]
}

type ProposedEmail = { from: string; to: string }

/** The address that staff entered in place of another. */
const proposalIn = ({ email }: Differences<EditedField>, row: { email: string }): ProposedEmail | null =>
  email ? { from: row.email, to: String(email.to) } : null

type Proposing = { memberId: number; proposal: ProposedEmail; domains: Domains }

/**
 * A slip of the pen must not give a stranger the account: the confirmed address stays until the member, or staff in a step
 * of its own, confirms the other one.
 */
const propose = async (work: Work, { memberId, proposal, domains }: Proposing) => {
  await refuseTakenEmail(work, { memberId, email: proposal.to })
  for (const { emailProposed } of domains) await emailProposed?.(work, { memberId, ...proposal })
}

type DetailsUpdate = { memberId: number; changes: MemberChanges; domains: Domains }

/** Changes the details of a member, field by field; the audit keeps what each said before. */
export const updateDetails = async (ctx: Ctx, input: DetailsUpdate): Promise<void> => {
  const { memberId } = input
  const { rfidCard, ...given } = input.changes
  const email = given.email
  const sent = { ...given, ...(email !== undefined && { email }) }
  const card = rfidCard === undefined ? undefined : (rfidCard ?? '')
  const countryCode = await countryCodeOf(ctx)
  const run = () =>
    change(ctx, 'member.detailsChanged', async (work) => {
      if (sent.isAdmin === false) await keepAdministrator(work, memberId)
      const row = await lockMember(work, memberId)
      const now = ctx.now()
      const phone = sent.phone && phoneToStore({ text: sent.phone, stored: row.phone, countryCode })
      if (phone === null) throw badField('phone', fieldMessages.phone)
      const differences = differencesOf({ row, columns: columnsOf(staffFields), changes: { ...sent, phone } })
      checkAuthority(ctx, { tasks: tasksOf(differences, card), row })
      if (differences.isAdmin) demandProof(ctx)
      const isOwn = ctx.actor.kind === 'member' && ctx.actor.id === memberId
      if (differences.email && isOwn) demandStrongProof(ctx)
      const proposal = row.email_verified_at === null ? null : proposalIn(differences, row)
      if (proposal) delete differences.email
      if (differences.screenName && sent.screenName !== undefined)
        await refuseLookalike(work, { screenName: sent.screenName, memberId })
      const replaced = card === undefined ? null : await replaceCard(work, { memberId, number: card, now })
      const isStored = replaced !== null || Object.keys(differences).length > 0
      if (!isStored && !proposal) return unchanged(undefined)
      if (isStored) await storeDifferences(work, { memberId, differences, stamps: { profile_updated_at: now } })
      if (differences.email) {
        for (const { emailReplaced } of input.domains) await emailReplaced?.(work, memberId)
        await queueEmailReplaced(work, { memberId, formerEmail: row.email })
      }
      if (proposal) await propose(work, { memberId, proposal, domains: input.domains })
      const subject = { kind: 'member', id: memberId }
      const asked = { event: 'account.emailChangeAsked', subject, data: proposal ?? {} } as const // the name of an event, not any text
      const detailed = { subject, data: { changes: { ...differences, ...(replaced && { rfidCard: replaced }) } } }
      return {
        result: undefined,
        ...(isStored ? detailed : asked),
        ...(isStored && proposal && { also: [asked] }),
        tell: [
          ...(replaced ? [doorLists.notice({ memberIds: [memberId] })] : []),
          ...memberNotices(memberId),
          ...nameNotices(differences),
        ],
      }
    })
  return explainClash(ctx, { wanted: { email, screenName: sent.screenName, card }, run })
}
