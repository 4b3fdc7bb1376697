import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { IssueChannel } from '@spacekeeper/contract/issues/shapes.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { missingFor, openChannels } from './rules.ts'

const settingOf: Record<IssueChannel, `/manage/settings#${string}`> = {
  email: '/manage/settings#EMAIL_ADMIN',
  discord: '/manage/settings#DISCORD_REPORT_ISSUE_WEBHOOK',
  slack: '/manage/settings#SLACK_REPORT_ISSUE_WEBHOOK',
  trello: '/manage/settings#REPORT_ISSUE_ENABLE_TRELLO',
  vikunja: '/manage/settings#REPORT_ISSUE_ENABLE_VIKUNJA',
}

const page = '/manage/issues'

/** `undelivered`: reports that a channel has not taken, of the last 30 days. */
export type IssueChannelFacts = { settings: Settings; undelivered: number }

export const judgeIssueChannels = ({ settings, undelivered }: IssueChannelFacts): HealthFinding => {
  const channels = openChannels(settings)
  for (const channel of channels) {
    const missing = missingFor(channel, settings)
    if (missing !== null)
      return {
        state: 'attention',
        says: `Issue reports can’t be sent by one of their channels. ${missing}`,
        todo: 'Set it, or turn the channel off. No report is lost: all of them are under Issues.',
        to: settingOf[channel],
      }
  }
  if (undelivered > 0)
    return {
      state: 'attention',
      says: `${sayCount(undelivered, { one: 'One issue report has', other: '{count} issue reports have' })} not reached a channel.`,
      todo: 'Open the report to see why, put it right, and send it again.',
      to: page,
    }
  if (channels.length === 0)
    return { state: 'well', says: 'Issue reports are under Issues, and are sent nowhere else.' }
  return { state: 'well', says: 'Issue reports reach every channel that is turned on.' }
}

const dayMs = 24 * 60 * 60 * 1000

export const issueChecks: readonly HealthCheck[] = [
  {
    name: 'issues.channels',
    area: 'messages',
    title: 'Issue reports',
    pace: 'now',
    find: async (ctx) => {
      const [settings, { count }] = await Promise.all([
        ctx.settings.all(),
        ctx.db
          .selectFrom('issue_posts as p')
          .innerJoin('issue_reports as r', 'r.id', 'p.report_id')
          .select((is) => is.fn.count<number>('p.report_id').distinct().as('count'))
          .where('p.state', 'in', ['failed', 'givenUp'])
          .where('r.state', '!=', 'done')
          .where('r.reported_at', '>', new Date(ctx.now().getTime() - 30 * dayMs))
          .executeTakeFirstOrThrow(),
      ])
      return judgeIssueChannels({ settings, undelivered: count })
    },
  },
]
