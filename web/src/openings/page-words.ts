// On its own: the page and the card of the dashboard bring their words by it.
import { addTexts } from '#platform/i18n/i18n.ts'

export const loadOpeningCardWords = async (): Promise<void> => {
  const { openingsCardText } = await import('./card-text.ts')
  addTexts({ openings: openingsCardText })
}

export const loadOpeningWords = async (): Promise<void> => {
  const [{ openingsText }] = await Promise.all([import('./text.ts'), loadOpeningCardWords()])
  addTexts({ openings: openingsText })
}
