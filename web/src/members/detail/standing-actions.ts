import { joinNames } from '@spacekeeper/contract/full-name.ts'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import type { StaffAction } from '@spacekeeper/contract/members/words.ts'
import { formatList } from '#platform/i18n/format.ts'
import type { Translate } from '#platform/i18n/use-translation.ts'
import { stateWord } from '../standing-badge.tsx'

type MemberWords = Translate<'members'>

export const fullNameOf = (member: MemberDetails) => joinNames(member.firstName, member.lastName)

const devices = (t: MemberWords, member: MemberDetails) =>
  formatList([
    t('doorCount', { count: member.grantedDoors }),
    ...(member.grantedMachines > 0 ? [t('machineCount', { count: member.grantedMachines })] : []),
  ])

const makeMember = (t: MemberWords, { missingDefaults: count }: MemberDetails, hasMail: boolean) =>
  count === 0
    ? t(hasMail ? 'makeMemberMeaningPlain' : 'makeMemberMeaningPlainNoMail')
    : t(hasMail ? 'makeMemberMeaning' : 'makeMemberMeaningNoMail', { devices: t('deviceCount', { count }) })

/** `hasMail`: whether the portal has a mail server. */
type ActionFacts = { action: StaffAction; member: MemberDetails; hasMail: boolean }

const isMailed = ({ action, member, hasMail }: ActionFacts) => {
  const isQuiet = action === 'deactivate' && (member.suspension !== null || member.state !== 'active')
  return hasMail && action !== 'makeMember' && !isQuiet
}

const deactivate = (t: MemberWords, member: MemberDetails) => {
  if (member.suspension) return t('deactivateQuietMeaning')
  if (member.state !== 'active') return t('deactivateNewMeaning')
  return t('deactivateMeaning', { name: fullNameOf(member), devices: devices(t, member) })
}

const suspend = (t: MemberWords, member: MemberDetails) => {
  const name = fullNameOf(member)
  if (member.state !== 'active') return t('suspendMeaning', { name })
  return t('suspendActiveMeaning', { name, devices: devices(t, member) })
}

const meaningOf = (t: MemberWords, { action, member, hasMail }: ActionFacts): string => {
  if (action === 'makeMember') return makeMember(t, member, hasMail)
  if (action === 'deactivate') return deactivate(t, member)
  if (action === 'suspend') return suspend(t, member)
  if (action === 'activate') return t('activateMeaning', { name: fullNameOf(member), devices: devices(t, member) })
  return t('liftMeaning', { state: t(stateWord(member.membershipState)) })
}

/** What an action does, shown above its button. */
export const describeAction = (t: MemberWords, input: ActionFacts): string => {
  const meaning = meaningOf(t, input)
  return isMailed(input) ? `${meaning} ${t('weEmail', { name: fullNameOf(input.member) })}` : meaning
}

/** Who will read the reason. No email is sent while a member is suspended, or about a new account. */
export const describeReason = (t: MemberWords, input: ActionFacts): string => {
  const { action, member } = input
  const name = fullNameOf(member)
  if (action === 'suspend') return t('reasonHint', { name })
  const isQuiet = action === 'deactivate' && (member.suspension !== null || member.membershipState === 'noob')
  return isQuiet ? t('reasonLogHint') : t('reasonMailHint', { name })
}
