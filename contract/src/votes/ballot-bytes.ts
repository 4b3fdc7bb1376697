// On its own: browsers, the server and the recount write ballots the same way.
/** Bytes as base64url without padding, as ballots travel. */
export const writeBytes = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

export const readBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)

/** Without letters that are easily taken for others. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * By which voters find their ballot: twelve letters worked out from its paper, such as `7K2M-Q0RX-93HD`. 60 bits, so two
 * ballots never share one in practice.
 */
export const ballotCode = async (paper: Uint8Array<ArrayBuffer>): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', paper)) // oxlint-disable-line eslint/no-restricted-properties -- screens of secret votes ask first
  const code = Array.from(hash.slice(0, 12), (byte) => letters[byte % letters.length]).join('')
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}
