import { addTexts, type TextBundles } from './i18n.ts'

let load: (() => Promise<TextBundles>) | null = null

/** How the words of staff are had; the root of the portal says it, since the platform knows no domain. */
export const setStaffWords = (loader: () => Promise<TextBundles>) => {
  load = loader
}

/** Resolves once the words of staff are there. */
export const needStaffWords = async () => {
  if (load) addTexts(await load())
  load = null
}
