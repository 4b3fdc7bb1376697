import type { Settings } from '@spacekeeper/contract/index.ts'
import { ChatWebhook } from '@spacekeeper/contract/settings/shapes.ts'
import { chatWebhooks, type ChatService, type ChatTopic } from '@spacekeeper/contract/settings/words.ts'

const switches = {
  discord: 'ENABLE_DISCORD_INTEGRATION',
  slack: 'ENABLE_SLACK_INTEGRATION',
} as const satisfies Record<ChatService, keyof Settings>

export const chatServiceOf = (webhook: ChatWebhook): ChatService => chatWebhooks[webhook].service
export const topicOf = (webhook: ChatWebhook): ChatTopic => chatWebhooks[webhook].topic

const isOn = (settings: Settings, webhook: ChatWebhook) => settings[switches[chatServiceOf(webhook)]]

/** The webhooks that hear of what happens: switched on, and with an address. Always in the same order. */
export const openWebhooks = (settings: Settings, topic?: ChatTopic): ChatWebhook[] =>
  ChatWebhook.options.filter(
    (webhook) =>
      isOn(settings, webhook) && settings[webhook] !== '' && (topic === undefined || topicOf(webhook) === topic),
  )

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])
const isLoopback = (address: string) => loopback.has(new URL(address).hostname)

/**
 * Why an address is no webhook of this portal, or null. Its schema takes a web address, or a service on the machine
 * itself; the latter only while the portal itself is not public: in tests, demonstrations and development.
 */
export const refusalOfAddress = (address: string, siteUrl: string): string | null => {
  if (address === '' || address.startsWith('https:') || isLoopback(siteUrl)) return null
  return 'The address of a webhook begins with https://.'
}
