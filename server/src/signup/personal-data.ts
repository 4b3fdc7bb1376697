import type { PersonalData } from '#platform/personal-data.ts'

export const signupPersonalData: PersonalData = {
  tables: {
    signups: {
      exported: { not: 'Only whether staff were told that steps are open.' },
      kept: { title: 'Whether staff were told of open steps', reason: 'Until the account is closed.' },
      closing: 'deleted',
    },
  },
  lists: [],
  erase: async ({ tx }, memberId) => {
    await tx.deleteFrom('signups').where('member_id', '=', memberId).execute()
  },
}
