import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'
import { expect, test } from 'vitest'
import { byProgram, end, newFolder, startProcess } from '../../test-process.ts'
import { markOf } from './sealed-ballots.ts'
import { keysIn, publishElection, putTestBallot, startSecretElection } from './secret-process.testing.ts'

// Tries what a person could who has the whole folder of the portal: every file of its database with all
// versions of rows, its log (WAL), and whatever else lies there.

const voters = 12

type FileBytes = { name: string; bytes: Buffer }

const filesOf = (folder: string): FileBytes[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((name) => ({ name, bytes: readFileSync(name) }))

const placesOf = (bytes: Buffer, needle: Buffer): number[] => {
  const places: number[] = []
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) places.push(at)
  return places
}

/** Which of these things a file holds, as their numbers in the order in which they lie there, each once in a row. */
const orderIn = (bytes: Buffer, needles: readonly Buffer[]): number[] =>
  needles
    .flatMap((needle, number) => placesOf(bytes, needle).map((place) => ({ place, number })))
    .toSorted((one, other) => one.place - other.place)
    .map(({ number }) => number)
    .filter((number, at, all) => number !== all[at - 1])

/** Cuts such an order where a thing comes again: each part is one writing of them. */
const writingsOf = (order: readonly number[]): number[][] => {
  const writings: number[][] = []
  for (const number of order) {
    const last = writings.at(-1)
    if (last === undefined || last.includes(number)) writings.push([number])
    else last.push(number)
  }
  return writings
}

const writtenAs = (bytes: Buffer): Buffer[] => [
  bytes,
  Buffer.from(bytes.toString('hex')),
  Buffer.from(bytes.toString('base64url')),
]

const rises = (writing: readonly number[]) => writing.every((number, at) => at === 0 || number > (writing[at - 1] ?? 0))

/** The log cuts what crosses one of its pages, so that one or two are not found there. */
const isNearlyWhole = (writing: readonly number[]) => writing.length >= voters - 3

test('after publication no file says in which order ballots came, and the key that could is gone', async () => {
  const dataDir = newFolder()
  const { child, url } = await startProcess(dataDir, 0)
  const election = await startSecretElection({ dataDir, url, voters })
  for (const ballot of election.ballots) expect(await putTestBallot(url, election, ballot)).toBe(true)
  const [keyFile] = filesOf(keysIn(dataDir))
  const key = keyFile?.bytes ?? Buffer.alloc(0)
  expect(key).toHaveLength(32)
  const inOrderCast = election.ballots.map(({ paper }) => Buffer.from(readBytes(paper)))
  const marks = inOrderCast.map((paper) => markOf(key, paper))

  // While the vote is on, no file holds a ballot; with the key, the log tells their order.
  const before = filesOf(dataDir)
  for (const { name, bytes } of before) expect(orderIn(bytes, inOrderCast), name).toEqual([])
  const inLog = before.filter(({ name }) => name.includes('pg_wal')).flatMap(({ bytes }) => orderIn(bytes, marks))
  expect(writingsOf(inLog).some((writing) => isNearlyWhole(writing) && rises(writing))).toBe(true)

  const published = await publishElection({ dataDir, url, election })
  expect(published.ballots).toHaveLength(voters)
  await expect.poll(() => filesOf(keysIn(dataDir)), byProgram).toEqual([])
  await end(child, 'SIGTERM')

  const byPaper = inOrderCast.toSorted(Buffer.compare)
  const signatures = election.ballots
    .toSorted((one, other) => Buffer.compare(Buffer.from(readBytes(one.paper)), Buffer.from(readBytes(other.paper))))
    .map(({ signature }) => Buffer.from(readBytes(signature)))
  const writings: number[][] = []
  for (const { name, bytes } of filesOf(dataDir)) {
    for (const needle of writtenAs(key)) expect(placesOf(bytes, needle), name).toEqual([])
    for (const needles of [byPaper, signatures]) writings.push(...writingsOf(orderIn(bytes, needles)))
  }
  expect(writings.some(isNearlyWhole)).toBe(true)
  // A page is filled from its end.
  expect(writings.filter((writing) => !rises(writing) && !rises(writing.toReversed()))).toEqual([])
})
