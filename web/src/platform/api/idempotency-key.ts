/** Names one booking or payment, so that a second click or a lost answer does nothing twice. Works without https, too. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
