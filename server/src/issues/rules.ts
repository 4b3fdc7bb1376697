import type { Settings } from '@spacekeeper/contract/index.ts'
import type { IssueChannel, IssueState, MaintenanceDetails, PostState } from '@spacekeeper/contract/issues/shapes.ts'
import { issueChannels } from '@spacekeeper/contract/issues/words.ts'
import { addDays, addMonths, type Day } from '#platform/local-day.ts'

/** Whether a channel is turned on. Chats also need their service turned on, as for doors and machines. */
const switches: Record<IssueChannel, (settings: Settings) => boolean> = {
  email: (settings) => settings.REPORT_ISSUE_ENABLE_EMAIL,
  discord: (settings) => settings.REPORT_ISSUE_ENABLE_DISCORD && settings.ENABLE_DISCORD_INTEGRATION,
  slack: (settings) => settings.REPORT_ISSUE_ENABLE_SLACK && settings.ENABLE_SLACK_INTEGRATION,
  trello: (settings) => settings.REPORT_ISSUE_ENABLE_TRELLO,
  vikunja: (settings) => settings.REPORT_ISSUE_ENABLE_VIKUNJA,
}

export const openChannels = (settings: Settings): IssueChannel[] =>
  issueChannels.filter((channel) => switches[channel](settings))

type NeededSetting = { [K in keyof Settings]: Settings[K] extends string ? K : never }[keyof Settings]

/** What each channel needs, and what is said while it is missing. */
const needed: Record<IssueChannel, readonly (readonly [key: NeededSetting, missing: string])[]> = {
  email: [['EMAIL_ADMIN', 'The email of the administrators isn’t set.']],
  discord: [['DISCORD_REPORT_ISSUE_WEBHOOK', 'The Discord webhook for issue reports isn’t set.']],
  slack: [['SLACK_REPORT_ISSUE_WEBHOOK', 'The Slack webhook for issue reports isn’t set.']],
  trello: [
    ['TRELLO_API_KEY', 'The Trello key isn’t set.'],
    ['TRELLO_API_TOKEN', 'The Trello token isn’t set.'],
    ['TRELLO_ID_LIST', 'The list in Trello isn’t set.'],
    ['TRELLO_API_URL', 'The address of Trello isn’t set.'],
  ],
  vikunja: [
    ['VIKUNJA_API_URL', 'The address of Vikunja isn’t set.'],
    ['VIKUNJA_API_TOKEN', 'The Vikunja token isn’t set.'],
    ['VIKUNJA_DEFAULT_PROJECT_ID', 'The project in Vikunja isn’t set.'],
  ],
}

/** What a channel lacks, in a sentence for staff; null when it can be used. */
export const missingFor = (channel: IssueChannel, settings: Settings): string | null =>
  needed[channel].find(([key]) => settings[key] === '')?.[1] ?? null

const secondMs = 1000
const minuteMs = 60 * secondMs

/** About a day; then staff decide. */
export const mostTries = 50

/** The wait after so many failed tries: 30 s, 2 min, 8 min, and then half an hour each. */
export const waitAfterTry = (tries: number): number => Math.min(30 * minuteMs, 30 * secondMs * 4 ** (tries - 1))

/** A service that asks for patience gets it, within reason. */
export const waitAskedFor = (seconds: number): number => Math.min(30 * minuteMs, Math.max(secondMs, seconds * secondMs))

/** What became of an email is known to the outbox. */
const ofMessages: Readonly<Record<string, PostState>> = {
  queued: 'waiting',
  sent: 'sent',
  kept: 'kept',
  failed: 'failed',
  cancelled: 'failed',
}

export const postStateOf = (post: { state: Exclude<PostState, 'kept'>; messageState: string | null }): PostState =>
  post.messageState === null ? post.state : (ofMessages[post.messageState] ?? post.state)

/** An email that waits is tried again by the outbox; sending it again would make two. */
export const maySendAgain = (post: { channel: IssueChannel; state: PostState; hasMessage: boolean }): boolean =>
  post.state === 'failed' || post.state === 'givenUp' || (post.state === 'waiting' && !post.hasMessage)

type LockFacts = { isUnsafe: boolean; isActive: boolean; isMachine: boolean; isLockedOut: boolean; isAllowed: boolean }

/** Only machines, and only for active members: a door must not be locked because someone says so. */
export const locksDevice = ({ isUnsafe, isActive, isMachine, isLockedOut, isAllowed }: LockFacts): boolean =>
  isUnsafe && isActive && isMachine && isAllowed && !isLockedOut

export const isReportOverdue = (report: { state: IssueState; dueOn: Day | null }, today: Day): boolean =>
  report.state !== 'done' && report.dueOn !== null && report.dueOn < today

/** Words that say nothing of what is broken. */
const common = new Set([
  'about',
  'after',
  'again',
  'been',
  'broken',
  'cannot',
  'does',
  'doesn',
  'from',
  'have',
  'into',
  'isn',
  'needs',
  'there',
  'this',
  'that',
  'they',
  'very',
  'when',
  'will',
  'with',
  'work',
  'working',
  'works',
  'your',
])

/** What titles of like reports are looked for by: longer words that are not too common, at most six. */
export const tellingWords = (title: string): string[] => {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [...new Set(words.filter((word) => word.length >= 4 && !common.has(word)))].slice(0, 6)
}

type MaintenanceFacts = Pick<MaintenanceDetails, 'every' | 'unit'> & { lastDoneOn: Day; hoursSince: number }

/** The day maintenance by date is due; null for maintenance by hours. */
export const dueDayOf = ({ unit, every, lastDoneOn }: Omit<MaintenanceFacts, 'hoursSince'>): Day | null => {
  if (unit === 'hours') return null
  return unit === 'days' ? addDays(lastDoneOn, every) : addMonths(lastDoneOn, every)
}

export const isPlanDue = (plan: MaintenanceFacts, today: Day): boolean => {
  const dueOn = dueDayOf(plan)
  return dueOn === null ? plan.hoursSince >= plan.every : dueOn <= today
}
