import type { ChatService } from '@spacekeeper/contract/settings/words.ts'
import type { ChatLine, Tone } from './chat-line.ts'

/** Colours of Discord's embeds, as existing spaces know them. */
const colours: Record<Tone, number> = { good: 5_025_616, bad: 16_007_990, notice: 16_750_592 }

/** A sign that takes no room; between @ and a name it stops a mention. */
const gap = '\u200b'

/** Nothing in a line is markup, a link or a mention, whatever names members choose. */
export const escapes: Record<ChatService, (words: string) => string> = {
  discord: (words) => words.replaceAll(/[\\*_~`|>#<()[\]:+=-]/g, (sign) => `\\${sign}`).replaceAll('@', `@${gap}`),
  slack: (words) =>
    words
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('@', `@${gap}`)
      .replaceAll('://', `:${gap}//`),
}

const minuteMs = 60_000

/** What is said late says how late. */
const sentence = ({ words, happenedAt }: ChatLine, input: { service: ChatService; now: Date }) => {
  const minutes = Math.floor((input.now.getTime() - happenedAt.getTime()) / minuteMs)
  const escaped = escapes[input.service](words)
  return minutes < 1 ? escaped : `${escaped} (${minutes} min ago)`
}

type Post = { lines: readonly ChatLine[]; now: Date }
type Embed = { description: string; color: number }

/** Neighbours of one colour share an embed, of which a post has ten at most. */
const embedsOf = ({ lines, now }: Post): Embed[] => {
  const embeds: Embed[] = []
  for (const line of lines) {
    const last = embeds.at(-1)
    const description = sentence(line, { service: 'discord', now })
    const color = colours[line.tone]
    if (last?.color === color) last.description += `\n${description}`
    else embeds.push({ description, color })
  }
  return embeds
}

/** The body of a post with all these lines, as the service reads it. */
export const writePost = (service: ChatService, post: Post): Record<string, unknown> => {
  if (service === 'discord') {
    return { description: '', embeds: embedsOf(post), allowed_mentions: { parse: [] } }
  }
  return { text: post.lines.map((line) => sentence(line, { service, now: post.now })).join('\n'), mrkdwn: false }
}

const maxLines = 30
const maxEmbeds = 10
/** Discord takes 6000 signs in all embeds and 4096 in one. */
const maxLength = 3500

/** How many of the waiting lines, oldest first, go into one post. */
export const countForOnePost = (lines: readonly ChatLine[]): number => {
  let length = 0
  let embeds = 0
  const next = lines.slice(0, maxLines).findIndex((line, at) => {
    length += escapes.discord(line.words).length + 20
    if (line.tone !== lines[at - 1]?.tone) embeds += 1
    return at > 0 && (length > maxLength || embeds > maxEmbeds)
  })
  return next === -1 ? Math.min(lines.length, maxLines) : next
}
