import type { IssueChannel, IssueState, MaintenanceDetails, PostState } from '@spacekeeper/contract/issues/shapes.ts'
import type { StatusKind } from '#platform/ui/status.tsx'

export const issueStateWords = {
  open: 'stateOpen',
  inProgress: 'stateInProgress',
  done: 'stateDone',
} as const satisfies Record<IssueState, string>

export const stateKinds: Record<IssueState, StatusKind> = { open: 'waiting', inProgress: 'inUse', done: 'fine' }

export const channelWords = {
  email: 'channelEmail',
  discord: 'channelDiscord',
  slack: 'channelSlack',
  trello: 'channelTrello',
  vikunja: 'channelVikunja',
} as const satisfies Record<IssueChannel, string>

export const postWords = {
  waiting: 'postWaiting',
  sent: 'postSent',
  failed: 'postFailed',
  givenUp: 'postGivenUp',
  kept: 'postKept',
} as const satisfies Record<PostState, string>

export const postKinds: Record<PostState, StatusKind> = {
  waiting: 'waiting',
  sent: 'fine',
  failed: 'refused',
  givenUp: 'refused',
  kept: 'info',
}

export const everyWords = {
  hours: 'everyHours',
  days: 'everyDays',
  months: 'everyMonths',
} as const satisfies Record<MaintenanceDetails['unit'], string>

export const unitWords = {
  hours: 'unitHours',
  days: 'unitDays',
  months: 'unitMonths',
} as const satisfies Record<MaintenanceDetails['unit'], string>
