import { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { ArchiveProblem } from './archive-file.ts'
import type { KeptKey } from './keys.ts'

type Bytes = AsyncIterable<Uint8Array>

/** The code has 140 bits of chance, so that making guesses dear adds nothing but memory. */
const workFactor = 10

/** Encrypts what goes through with a key, as age does with a passphrase; passes it on without one. */
export const encrypting = (key: KeptKey | null) =>
  async function* (source: Bytes): Bytes {
    if (key === null) return yield* source
    const encrypter = new Encrypter()
    encrypter.setScryptWorkFactor(workFactor)
    encrypter.setPassphrase(key.code)
    yield* await encrypter.encrypt(ReadableStream.from(source))
  }

/** The other way round, with the code of the key. */
export const decrypting = (code: string | null) =>
  async function* (source: Bytes): Bytes {
    if (code === null) return yield* source
    const decrypter = new Decrypter()
    decrypter.addPassphrase(code)
    const opened = await decrypter.decrypt(ReadableStream.from(source)).catch((error: unknown): never => {
      throw new ArchiveProblem('This backup can’t be opened with its key: what is before its data is damaged.', {
        cause: error,
      })
    })
    yield* opened
  }
