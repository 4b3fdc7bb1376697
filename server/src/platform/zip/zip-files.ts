import { strToU8, Zip, ZipDeflate } from 'fflate'

export type ZippedFile = { name: string; content: AsyncIterable<string> }

/** An archive that is written as it is read: nothing of a file is held once it was compressed. */
export async function* zipFiles(files: Iterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const take = () => {
    const taken = ready
    ready = []
    return taken
  }
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for (const { name, content } of files) {
    const entry = new ZipDeflate(name)
    zip.add(entry)
    for await (const text of content) {
      entry.push(strToU8(text))
      yield* take()
    }
    entry.push(new Uint8Array(0), true)
    yield* take()
  }
  zip.end()
  yield* take()
}
