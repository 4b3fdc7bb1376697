import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { findMemberFaults, type MemberFault } from './member-truths.ts'

const words: Readonly<Record<MemberFault, string>> = {
  paidAndOut: 'has paid what was overdue and is still inactive',
  openApplication: 'has an application that nothing settled',
  backByThemselves: 'was made inactive by staff and is active again, though no person decided it',
}

export const judgeMembers = (found: readonly { id: number; fault: MemberFault }[]): HealthFinding => {
  const [first] = found
  if (!first) return { state: 'well', says: 'What decides who is a member fits together.' }
  const more = found.length > 1 ? `, and ${found.length - 1} more like that` : ''
  return {
    state: 'wrong',
    says: `Member number ${first.id} ${words[first.fault]}${more}.`,
    todo: 'Look at the member and their log, and put their state right by hand. Please report it, because it should not happen.',
    to: '/manage/members',
  }
}

export const signupChecks: readonly HealthCheck[] = [
  {
    name: 'signup.members',
    area: 'database',
    title: 'States of members',
    pace: 'daily',
    timeoutMs: 60_000,
    find: async (ctx) => judgeMembers(await findMemberFaults(ctx)),
  },
]
