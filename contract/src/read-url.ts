// On its own: the login page reads addresses, and does without the validation library.

/** Null where the text is no address. URL.canParse and URL.parse are missing in browsers that the screens are built for. */
export const readUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Whether a name or address is one by which a machine reaches itself, and no other one. */
export const isOwnName = (host: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host)
