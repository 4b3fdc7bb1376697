import type { MemberChanges, StaffTask } from '@spacekeeper/contract/memberships.ts'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged, type Tx } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { countryCodeOf, phoneToStore } from '#platform/sms/phone-numbers.ts'
import { doorLists } from '../devices/channels.ts'
import { checkAuthority } from './check-authority.ts'
import { explainClash } from './explain-clash.ts'
import { mailMemberJob } from './jobs.ts'
import { keepAdministrator } from './keep-administrator.ts'
import { lockMember } from './lock-member.ts'
import { memberNotices } from './member-notices.ts'
import { replaceCard } from './replace-card.ts'

const columns = {
  firstName: 'first_name',
  lastName: 'last_name',
  screenName: 'screen_name',
  email: 'email',
  phone: 'phone',
  vehicleRegistrationPlate: 'vehicle_registration_plate',
  excludeFromEmailExport: 'exclude_from_email_export',
  profileUpdateRequired: 'profile_update_required',
  isAdmin: 'is_admin',
} as const satisfies Partial<Record<keyof MemberChanges, string>>

type Field = keyof typeof columns
type Differences = Partial<Record<Field | 'rfidCard', { from: unknown; to: unknown }>>

const fields = Object.keys(columns) as Field[] // Object.keys loses the literal names

/** Makes every outstanding link worthless, and what he asked for himself: his address is not what it was any more. */
const endLinks = async (tx: Tx, input: { memberId: number; now: Date }) => {
  await tx.deleteFrom('email_changes').where('member_id', '=', input.memberId).execute()
  await tx
    .updateTable('email_links')
    .set({ used_at: input.now })
    .where('member_id', '=', input.memberId)
    .where('used_at', 'is', null)
    .execute()
}

const differencesOf = (row: Awaited<ReturnType<typeof lockMember>>, changes: MemberChanges): Differences =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const [from, to] = [row[columns[field]], changes[field]]
      return to === undefined || to === from ? [] : [[field, { from, to }]]
    }),
  )

const tasksOf = ({ email, isAdmin }: Differences, card: string | undefined): StaffTask[] => [
  ...(isAdmin ? (['office'] as const) : []),
  'details',
  ...(email ? (['email'] as const) : []),
  ...(card === undefined ? [] : (['cards'] as const)),
]

const store = (tx: Tx, input: { memberId: number; differences: Differences; now: Date }) =>
  tx
    .updateTable('members')
    .set({
      ...Object.fromEntries(
        fields.flatMap((field) => {
          const difference = input.differences[field]
          return difference ? [[columns[field], difference.to]] : []
        }),
      ),
      profile_updated_at: input.now,
    })
    .where('id', '=', input.memberId)
    .execute()

/** Changes what is known of a member, field by field; the audit keeps what each said before. */
export const changeDetails = async (ctx: Ctx, input: { memberId: number; changes: MemberChanges }): Promise<void> => {
  const { memberId } = input
  const email = input.changes.email?.toLowerCase()
  const countryCode = await countryCodeOf(ctx)
  const sent: MemberChanges = { ...input.changes, ...(email !== undefined && { email }) }
  const card = sent.rfidCard === undefined ? undefined : (sent.rfidCard ?? '')
  const run = () =>
    change(ctx, 'member.detailsChanged', async (tx) => {
      if (sent.isAdmin === false) await keepAdministrator(tx, { ctx, memberId })
      const row = await lockMember(tx, memberId)
      const now = ctx.now()
      const phone = sent.phone && phoneToStore({ text: sent.phone, stored: row.phone, countryCode })
      if (phone === null) throw badField('phone', fieldMessages.phone)
      const differences = differencesOf(row, { ...sent, ...(phone !== undefined && { phone }) })
      checkAuthority(ctx, { tasks: tasksOf(differences, card), row })
      const replaced = card === undefined ? null : await replaceCard(tx, { memberId, number: card, now })
      if (replaced) differences.rfidCard = replaced
      if (Object.keys(differences).length === 0) return unchanged(undefined)
      await store(tx, { memberId, differences, now })
      if (differences.email) {
        await endLinks(tx, { memberId, now })
        await addJob(tx, mailMemberJob, { memberId, mail: 'emailChanged', formerEmail: row.email })
      }
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        data: { changes: differences },
        tell: [...(replaced ? [doorLists.notice({ memberIds: [memberId] })] : []), ...memberNotices(memberId)],
      }
    })
  return explainClash(ctx, { wanted: { email, screenName: sent.screenName, card }, run })
}
