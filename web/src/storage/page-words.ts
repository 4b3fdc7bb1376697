// On its own: every page of the domain brings its words by it.
import { addTexts } from '#platform/i18n/i18n.ts'

/** The words of these pages come with them. */
export const loadStorageWords = async (): Promise<void> => {
  const { storageText } = await import('./text.ts')
  addTexts({ storage: storageText })
}
