// On its own: the display and its preview bring the same words.
import { addTexts } from '#platform/i18n/i18n.ts'
import { loadOpeningCardWords } from '../openings/page-words.ts'

export const loadDisplayWords = async (): Promise<void> => {
  const [{ displayText }, { visitsText }] = await Promise.all([
    import('./text.ts'),
    import('../visits/text.ts'),
    loadOpeningCardWords(),
  ])
  addTexts({ display: displayText, visits: visitsText })
}
