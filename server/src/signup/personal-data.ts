import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { ownRows, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'

const applicationList = ownRows(
  'applications',
  'applications',
  columns('id, state, submitted_at, question, answer, answered_at, decided_at, reason'),
)

const decidedDays = 730

export const signupRetentions: Retention[] = [
  {
    name: 'applications',
    title: 'Applications that were decided',
    table: 'applications',
    column: 'decided_at',
    where: sql`decided_at is not null`,
    days: decidedDays,
    reason: 'So long staff can see why they decided as they did when a member applies again.',
  },
]

export const signupPersonalData: PersonalData = {
  tables: {
    applications: { exported: 'applications', kept: ['applications'], closing: 'deleted' },
    signups: {
      exported: { not: 'Only whether staff were told that steps are open.' },
      kept: { title: 'Whether staff were told of open steps', reason: 'Until the account is closed.' },
      closing: 'deleted',
    },
  },
  lists: [applicationList],
  erase: async ({ tx }, memberId) => {
    await tx.deleteFrom('applications').where('member_id', '=', memberId).execute()
    await tx.deleteFrom('signups').where('member_id', '=', memberId).execute()
    await tx.updateTable('applications').set({ decided_by: null }).where('decided_by', '=', memberId).execute()
  },
}
