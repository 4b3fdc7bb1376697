import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipFiles } from './zip-files.ts'

const ofTexts = async function* (texts: Iterable<string>) {
  yield* texts
}
const many = function* (count: number) {
  for (let n = 0; n < count; n++) yield `line ${n} of many, written while it is read\n`
}

test('files come back as they went in, empty ones and those with other letters too', async () => {
  const chunks: Uint8Array[] = []
  const files = { 'a.txt': ['Ørsted, ', '日本'], 'empty.txt': [], 'b.json': ['{}'] }
  const zipped = zipFiles(Object.entries(files).map(([name, texts]) => ({ name, content: ofTexts(texts) })))
  for await (const chunk of zipped) chunks.push(chunk)
  const found = unzipSync(Buffer.concat(chunks))
  expect(Object.fromEntries(Object.entries(found).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({
    'a.txt': 'Ørsted, 日本',
    'empty.txt': '',
    'b.json': '{}',
  })
})

test('a file is compressed while it is read, piece by piece', async () => {
  let read = 0
  const content = async function* () {
    for (const text of many(200_000)) {
      read += 1
      yield text
    }
  }
  let largest = 0
  let pieces = 0
  let readAtFirstPiece = 0
  for await (const chunk of zipFiles([{ name: 'long.txt', content: content() }])) {
    if (chunk.length > 1000) readAtFirstPiece ||= read
    largest = Math.max(largest, chunk.length)
    pieces += 1
  }
  expect(pieces).toBeGreaterThan(5)
  expect(readAtFirstPiece).toBeLessThan(200_000)
  expect(largest).toBeLessThan(300_000)
})

test('a list that fails fails the archive', async () => {
  const content = async function* () {
    yield 'a'
    throw new Error('no more')
  }
  const run = async () => {
    for await (const chunk of zipFiles([{ name: 'a', content: content() }])) expect(chunk).toBeTruthy()
  }
  await expect(run()).rejects.toThrow('no more')
})
