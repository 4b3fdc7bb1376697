const kinds = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
} as const

const startsWith = (content: Uint8Array, start: readonly number[]) => start.every((byte, at) => content[at] === byte)
const textAt = (content: Uint8Array, from: number) => Buffer.from(content.subarray(from, from + 4)).toString('latin1')

/** What a file is by its first bytes, whatever it is called; null for all that is no picture we take. */
export const pictureKind = (content: Uint8Array): 'png' | 'jpeg' | 'webp' | null => {
  if (startsWith(content, kinds.png)) return 'png'
  if (startsWith(content, kinds.jpeg)) return 'jpeg'
  return textAt(content, 0) === 'RIFF' && textAt(content, 8) === 'WEBP' ? 'webp' : null
}
