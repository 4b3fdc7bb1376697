import { addTexts, type TextBundles } from './i18n.ts'

type Readers = 'visitors' | 'members'

const loads = new Map<Readers, () => Promise<TextBundles>>()

/** How the words of pages are had; the root of the portal says it, since the platform knows no domain. */
export const setPageWords = (readers: Readers, load: () => Promise<TextBundles>) => {
  loads.set(readers, load)
}

/** Resolves once the words are there that a page beyond the dashboard needs: those of members only for them. */
export const needPageWords = async (isMember: boolean) => {
  const needed = [...loads].filter(([readers]) => isMember || readers === 'visitors')
  await Promise.all(
    needed.map(async ([readers, load]) => {
      addTexts(await load())
      loads.delete(readers)
    }),
  )
}
