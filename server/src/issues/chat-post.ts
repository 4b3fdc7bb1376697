import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { ChatService } from '@spacekeeper/contract/settings/words.ts'
import { escapes } from '#platform/chat/write-post.ts'

export type ChatReport = {
  title: string
  description: string
  place: string
  isUnsafe: boolean
  isLocked: boolean
  /** As chats call members; null for maintenance. */
  reporter: string | null
  pictures: number
  /** Where staff find it. */
  url: string
  /** Cards and tasks, by the name of their service. */
  links: readonly { label: string; url: string }[]
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** The sentence under the title: who, where, and how urgent it is. */
const factsOf = ({ reporter, place, isUnsafe, isLocked, pictures }: ChatReport): string => {
  const where = place === '' ? '' : ` at ${place}`
  const first = reporter === null ? `Maintenance is due${where}.` : `${reporter} reported this${where}.`
  const photos = pictures === 0 ? '' : sayCount(pictures, { one: ' With a photo.', other: ' With {count} photos.' })
  return `${first}${isUnsafe ? ' It’s unsafe.' : ''}${isLocked ? ' The machine is locked.' : ''}${photos}`
}

const red = 16_007_990
const orange = 16_750_592

const discordPost = (report: ChatReport) => {
  const escape = escapes.discord
  const links = report.links.map(({ label, url }) => `${label}: ${url}`)
  const lines = [escape(factsOf(report)), cut(escape(report.description), 1500), ...links]
  return {
    embeds: [
      {
        title: cut(escape(report.title), 250),
        url: report.url,
        description: lines.filter((line) => line !== '').join('\n\n'),
        color: report.isUnsafe ? red : orange,
      },
    ],
    allowed_mentions: { parse: [] },
  }
}

const slackPost = (report: ChatReport) => {
  const escape = escapes.slack
  const links = [{ label: 'Portal', url: report.url }, ...report.links].map(({ label, url }) => `${label}: ${url}`)
  const lines = [escape(report.title), escape(factsOf(report)), cut(escape(report.description), 1500), ...links]
  return { text: lines.filter((line) => line !== '').join('\n'), mrkdwn: false }
}

/** The post about a report. Nothing members wrote is markup in it, pings anyone or becomes a link. */
export const writeIssuePost = (service: ChatService, report: ChatReport): Record<string, unknown> =>
  service === 'discord' ? discordPost(report) : slackPost(report)
