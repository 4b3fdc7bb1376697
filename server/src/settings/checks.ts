import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { ChatState } from '@spacekeeper/contract/settings/shapes.ts'
import { listWebhooks } from '#platform/chat/list-webhooks.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'

/** Chats that are turned on. One that failed once may have been busy; after an hour it is given up on what it missed. */
export const judgeChats = (
  chats: readonly Pick<ChatState, 'key' | 'isOpen' | 'failingSince'>[],
): HealthFinding | null => {
  const open = chats.filter(({ isOpen }) => isOpen)
  if (open.length === 0) return null
  const failing = open.filter(({ failingSince }) => failingSince !== null)
  const [first] = failing.toSorted((a, b) => String(a.failingSince).localeCompare(String(b.failingSince)))
  if (!first?.failingSince)
    return {
      state: 'well',
      says: `${sayCount(open.length, { one: 'The chat takes', other: 'All {count} chats take' })} what the portal posts.`,
    }
  return {
    state: 'attention',
    says: `${sayCount(failing.length, { one: 'A chat has', other: '{count} chats have' })} taken no posts since {at}.`,
    at: new Date(first.failingSince),
    todo: 'Settings shows the reason beside the webhook. Usually it was deleted in the chat: make a new one there and enter it.',
    to: `/manage/settings#${first.key}`,
  }
}

export const chatChecks: readonly HealthCheck[] = [
  {
    name: 'settings.chats',
    area: 'messages',
    title: 'Chats',
    pace: 'now',
    timeoutMs: 5000,
    find: async (ctx) => judgeChats(await listWebhooks(ctx)),
  },
]
