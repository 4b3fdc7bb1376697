import type { Tone } from '#platform/chat/chat-line.ts'
import { wordDuration, type EndReason } from './rules.ts'

/** What became of somebody at a machine. */
export type UseNews =
  | { kind: 'started' }
  | { kind: 'refused' }
  | { kind: 'lockedOut' }
  | { kind: 'ended'; reason: EndReason; durationMs: number }

/** What a chat hears of it. Why somebody was refused, and what a use costs, is nobody else's business. */
export const wordUse = (input: { name: string; machine: string; news: UseNews }): { words: string; tone: Tone } => {
  const { name, machine, news } = input
  if (news.kind === 'started') return { words: `${name} started ${machine}.`, tone: 'good' }
  if (news.kind === 'refused') return { words: `${name} could not start ${machine}.`, tone: 'bad' }
  if (news.kind === 'lockedOut') {
    return { words: `${name} could not start ${machine}, which is locked for maintenance.`, tone: 'notice' }
  }
  const after = `after ${wordDuration(news.durationMs)}`
  if (news.reason === 'lost') {
    return { words: `${machine} was not heard of any more: the use by ${name} ended ${after}.`, tone: 'notice' }
  }
  if (news.reason === 'maxDuration') {
    return {
      words: `${machine} switched off: the use by ${name} ended ${after}, as long as it may last.`,
      tone: 'notice',
    }
  }
  return { words: `${name} is done with ${machine} ${after}.`, tone: 'notice' }
}
