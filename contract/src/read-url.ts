// On its own: the login page reads addresses, and does without the validation library.

/** Null where the text is no address. URL.canParse and URL.parse are missing in browsers that the screens are built for. */
export const readUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
