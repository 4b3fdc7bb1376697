import type { Settings } from '@spacekeeper/contract/index.ts'
import type { IssueChannel } from '@spacekeeper/contract/issues/shapes.ts'
import { callWebhook } from '#platform/chat/call-webhook.ts'
import { noteOutcome } from '#platform/chat/note-outcome.ts'
import { refusalOfAddress } from '#platform/chat/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { type NameFacts, chatName, fullName } from '#platform/shown-name.ts'
import { messagesChanged, queueMail } from '../messages/outbox.ts'
import { writeIssuePost } from './chat-post.ts'
import { issueMails } from './mails.ts'
import { listSentPhotos } from './pictures.ts'
import { ServiceFault, type SentPhoto } from './service.ts'
import { attachToCard, createCard } from './trello.ts'
import { attachToTask, createTask, labelTask } from './vikunja.ts'

export type ReportFacts = {
  reportId: number
  title: string
  description: string
  /** The device or area; empty where neither was named. */
  place: string
  isUnsafe: boolean
  isLocked: boolean
  pictures: number
  /** Null for maintenance, and for a member who is gone. */
  reporter: (NameFacts & { is_hidden_from_members: boolean; memberId: number; email: string }) | null
}

type BoardProgress = { reference: string; url: string | null; picturesSent: number }

export type SendFacts = {
  ctx: Ctx
  settings: Settings
  report: ReportFacts
  /** What an earlier try got done. */
  before: { reference: string | null; url: string | null; picturesSent: number }
  /** Notes at once what was done. */
  keep: (progress: BoardProgress) => Promise<void>
}

/** `error`: what is missing though it arrived. `queue`: what is written along with the note that it was sent. */
export type SentPost = { error?: string; queue?: (work: Work) => Promise<number>; tell?: readonly Notice[] }

export const staffAddressOf = (siteUrl: string, reportId: number) => `${siteUrl}/manage/issues/${reportId}`

/** What stands on cards and tasks: who reported it, and everything that was said. */
const describe = ({ ctx, report }: SendFacts): string =>
  [
    `Reported by: ${report.reporter ? fullName(report.reporter) : 'the portal'}`,
    ...(report.place === '' ? [] : [`Where: ${report.place}`]),
    ...(report.isUnsafe ? [report.isLocked ? 'Unsafe. The machine is locked.' : 'Unsafe.'] : []),
    ...(report.description === '' ? [] : [report.description]),
    staffAddressOf(ctx.siteUrl, report.reportId),
  ].join('\n\n')

const sendEmail = async ({ ctx, settings, report }: SendFacts): Promise<SentPost> => {
  const files = await listSentPhotos(ctx, { reportId: report.reportId })
  const mail = await writeMail(ctx, issueMails.reported, {
    reportId: report.reportId,
    reporter: report.reporter && fullName(report.reporter),
    title: report.title,
    description: report.description,
    place: report.place,
    isUnsafe: report.isUnsafe,
    isLocked: report.isLocked,
    pictures: files.length,
  })
  const replyTo = report.reporter?.email
  const about = report.reporter ? [report.reporter.memberId] : []
  const envelope = { to: settings.EMAIL_ADMIN, memberId: null, about, ...(replyTo && { replyTo }) }
  return { queue: (work) => queueMail(work, { mail, envelope, files }), tell: [messagesChanged] }
}

const boardNames: Partial<Record<string, string>> = { trello: 'Trello', vikunja: 'Vikunja' }

const listLinks = async ({ ctx, report }: SendFacts): Promise<{ label: string; url: string }[]> => {
  const rows = await ctx.db
    .selectFrom('issue_posts')
    .select(['channel', 'url'])
    .where('report_id', '=', report.reportId)
    .where('url', 'is not', null)
    .orderBy('channel')
    .execute()
  return rows.flatMap(({ channel, url }) => {
    const label = boardNames[channel]
    return label && url !== null ? [{ label, url }] : []
  })
}

const webhooks = { discord: 'DISCORD_REPORT_ISSUE_WEBHOOK', slack: 'SLACK_REPORT_ISSUE_WEBHOOK' } as const

/** The state of the webhook on the settings screen follows, as for every other post. */
const sendToChat = async (service: 'discord' | 'slack', facts: SendFacts): Promise<SentPost> => {
  const { ctx, settings, report } = facts
  const { reporter } = report
  const webhook = webhooks[service]
  const refusal = refusalOfAddress(settings[webhook], ctx.siteUrl)
  if (refusal !== null) throw new ServiceFault(refusal, { isFinal: true })
  const body = writeIssuePost(service, {
    ...report,
    reporter: reporter && chatName(reporter, settings.SHOWN_NAME),
    url: staffAddressOf(ctx.siteUrl, report.reportId),
    links: await listLinks(facts),
  })
  const outcome = await callWebhook(settings[webhook], body)
  await noteOutcome(ctx, { webhook, outcome, lineIds: [], hasTest: false })
  if (outcome.kind === 'posted') return {}
  if (outcome.kind === 'askedToWait')
    throw new ServiceFault('The service asked for fewer posts (429).', { isFinal: false, waitSeconds: outcome.seconds })
  throw new ServiceFault(outcome.reason, { isFinal: outcome.kind === 'refused' })
}

type Board = {
  create: () => Promise<{ reference: string; url: string | null }>
  attach: (input: { reference: string; photo: SentPhoto }) => Promise<void>
}

/** Puts a card or task on a board once, then its photos one by one. A photo that is refused for good is left out. */
const sendToBoard = async ({ ctx, report, before, keep }: SendFacts, board: Board): Promise<SentPost> => {
  const { reference, url } =
    before.reference === null ? await board.create() : { reference: before.reference, url: before.url }
  let picturesSent = before.picturesSent
  if (before.reference === null) await keep({ reference, url, picturesSent })
  let refused: string | undefined
  for (const photo of await listSentPhotos(ctx, { reportId: report.reportId, from: picturesSent })) {
    try {
      await board.attach({ reference, photo })
    } catch (error) {
      if (!(error instanceof ServiceFault) || !error.isFinal) throw error
      refused = error.message
    }
    picturesSent += 1
    await keep({ reference, url, picturesSent })
  }
  return refused === undefined ? {} : { error: `A photo is missing there. ${refused}` }
}

const sendToTrello = (facts: SendFacts): Promise<SentPost> => {
  const { settings, report } = facts
  const account = {
    baseUrl: settings.TRELLO_API_URL,
    key: settings.TRELLO_API_KEY,
    token: settings.TRELLO_API_TOKEN,
    listId: settings.TRELLO_ID_LIST,
  }
  return sendToBoard(facts, {
    create: () => createCard(account, { name: report.title, description: describe(facts) }),
    attach: (photo) => attachToCard(account, photo),
  })
}

const sendToVikunja = async (facts: SendFacts): Promise<SentPost> => {
  const { settings, report } = facts
  const account = {
    baseUrl: settings.VIKUNJA_API_URL,
    token: settings.VIKUNJA_API_TOKEN,
    projectId: settings.VIKUNJA_DEFAULT_PROJECT_ID,
    labelId: settings.VIKUNJA_DEFAULT_LABEL_ID,
  }
  let noLabel: string | undefined
  const sent = await sendToBoard(facts, {
    create: async () => {
      const task = await createTask(account, { title: report.title, description: describe(facts) })
      await facts.keep({ ...task, picturesSent: 0 })
      if (account.labelId !== '')
        noLabel = await labelTask(account, task.reference).then(
          () => undefined,
          (error: unknown) => (error instanceof ServiceFault ? error.message : Promise.reject(error)),
        )
      return task
    },
    attach: (photo) => attachToTask(account, photo),
  })
  return noLabel === undefined ? sent : { ...sent, error: `The label is missing there. ${noLabel}` }
}

/** How a report goes to each channel. Throws a `ServiceFault` where it does not arrive. */
export const sendTo: Record<IssueChannel, (facts: SendFacts) => Promise<SentPost>> = {
  email: sendEmail,
  discord: (facts) => sendToChat('discord', facts),
  slack: (facts) => sendToChat('slack', facts),
  trello: sendToTrello,
  vikunja: sendToVikunja,
}
