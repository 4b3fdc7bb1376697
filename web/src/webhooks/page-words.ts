// On its own: both pages of the domain bring its words by it.
import { addTexts } from '#platform/i18n/i18n.ts'

/** Only administrators open these pages, so their words come with them. */
export const loadWebhookWords = async (): Promise<void> => {
  const { webhooksText } = await import('./text.ts')
  addTexts({ webhooks: webhooksText })
}
