import { pipeline } from 'node:stream/promises'
import type { Pack } from 'tar-stream'

type TarFile = { name: string; bytes: number; content: AsyncIterable<Buffer> }

/** Larger files are read piece by piece. */
const smallBytes = 256 * 1024

/** Writes into the tar file, and counts what is restored from it. */
export const openTar = (tar: Pack) => {
  let rawBytes = 0
  const small = (name: string, content: Buffer) =>
    new Promise<void>((resolve, reject) => {
      rawBytes += content.length
      tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
    })
  const large = async ({ name, bytes, content }: TarFile) => {
    rawBytes += bytes
    await pipeline(content, tar.entry({ name, size: bytes, mode: 0o600 }))
  }
  return {
    folder: (name: string) =>
      new Promise<void>((resolve, reject) => {
        tar.entry({ name, type: 'directory', mode: 0o700 }, (error) => (error ? reject(error) : resolve()))
      }),
    small,
    file: async (file: TarFile) => {
      if (file.bytes > smallBytes) return large(file)
      const chunks: Buffer[] = []
      for await (const chunk of file.content) chunks.push(chunk)
      return small(file.name, Buffer.concat(chunks))
    },
    rawBytes: () => rawBytes,
  }
}

export type OpenTar = ReturnType<typeof openTar>
