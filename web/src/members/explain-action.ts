import type { TFunction } from 'i18next'
import type { MemberDetails, StaffAction } from '@spacekeeper/contract/memberships.ts'
import { stateWord } from './member-state-badge.tsx'

type Words = TFunction<'members'>

export const fullNameOf = (member: MemberDetails) => `${member.firstName} ${member.lastName}`

const devices = (t: Words, member: MemberDetails) =>
  new Intl.ListFormat('en').format([
    t('doorCount', { count: member.grantedDoors }),
    ...(member.grantedMachines > 0 ? [t('machineCount', { count: member.grantedMachines })] : []),
  ])

const makeMember = (t: Words, { missingDefaults: count }: MemberDetails) =>
  count === 0 ? t('makeMemberMeaningPlain') : t('makeMemberMeaning', { devices: t('deviceCount', { count }) })

const deactivate = (t: Words, member: MemberDetails) => {
  if (member.suspension) return t('deactivateQuietMeaning')
  if (member.state !== 'active') return t('deactivateNewMeaning')
  return t('deactivateMeaning', { devices: devices(t, member) })
}

const suspend = (t: Words, member: MemberDetails) => {
  const name = fullNameOf(member)
  if (member.state !== 'active') return t('suspendMeaning', { name })
  return t('suspendActiveMeaning', { name, devices: devices(t, member) })
}

/** What an action does, in a sentence that stands before its button. */
export const explainAction = (t: Words, input: { action: StaffAction; member: MemberDetails }): string => {
  const { action, member } = input
  if (action === 'makeMember') return makeMember(t, member)
  if (action === 'deactivate') return deactivate(t, member)
  if (action === 'suspend') return suspend(t, member)
  if (action === 'activate') return t('activateMeaning', { devices: devices(t, member) })
  return t('liftMeaning', { state: t(stateWord(member.membershipState)).toLowerCase() })
}

/** Who will read the reason; below a suspension, and of a new account, nobody is mailed. */
export const explainReason = (t: Words, input: { action: StaffAction; member: MemberDetails }): string => {
  const { action, member } = input
  const name = fullNameOf(member)
  if (action === 'suspend') return t('reasonHint', { name })
  const isQuiet = action === 'deactivate' && (member.suspension !== null || member.membershipState === 'noob')
  return isQuiet ? t('reasonLogHint') : t('reasonMailHint', { name })
}
