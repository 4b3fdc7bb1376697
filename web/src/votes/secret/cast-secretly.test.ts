import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { readBytes, writeBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'
import { secretBallotsApi } from '@spacekeeper/contract/votes/secret-routes.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { prepareBallots, putKeptBallots } from './cast-secretly.ts'
import { readKeptBallots } from './kept-ballots.ts'

const scheme = RSABSSA.SHA384.PSS.Randomized()
const voter = { motionId: 7, memberId: 3 }
const yes: Choice = { kind: 'motion', vote: 'for' }
const quick = { longestPauseMs: 0 }

let pair: CryptoKeyPair
let server: ReturnType<typeof fakeServer>

beforeAll(async () => {
  pair = await scheme.generateKey({ modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) })
})

/** Signs as the portal does, each blinded paper as it is sent. */
const signAll = async (body: Record<string, unknown>) => {
  const { papers } = secretBallotsApi.signPapers.body.parse(body)
  const signatures = await Promise.all(
    papers.map(async ({ principalId, blinded }) => ({
      principalId,
      signature: writeBytes(await scheme.blindSign(pair.privateKey, readBytes(blinded))),
    })),
  )
  return { signatures }
}

beforeEach(async () => {
  localStorage.clear()
  server = fakeServer()
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  server.on(secretBallotsApi.getKey, () => ({ n, e }))
  server.on(secretBallotsApi.signPapers, ({ body }) => signAll(body))
  server.on(secretBallotsApi.putBallot, () => undefined)
})

const posted = () => server.sentTo(secretBallotsApi.putBallot).map(({ body }) => body)

test('each vote has a ballot of its own, whose signature is that of its paper, and nothing stays behind', async () => {
  await prepareBallots(voter, { principalIds: [3, 4], choice: yes })
  const put = await putKeptBallots(voter, quick)
  expect(put.map(({ principalId }) => principalId)).toEqual([3, 4])
  for (const { code } of put) expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  expect(readKeptBallots(voter)).toEqual([])
  for (const body of posted()) {
    const { paper, signature } = secretBallotsApi.putBallot.body.parse(body)
    expect(await scheme.verify(pair.publicKey, readBytes(signature), readBytes(paper))).toBe(true)
    expect(Object.keys(body).toSorted()).toEqual(['choice', 'paper', 'signature'])
  }
})

test('a ballot says nothing of what was signed: neither the blinded paper nor the vote', async () => {
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  await putKeptBallots(voter, quick)
  const [signed] = server.sentTo(secretBallotsApi.signPapers)
  const { papers } = secretBallotsApi.signPapers.body.parse(signed?.body)
  const [ballot] = posted()
  expect(JSON.stringify(ballot)).not.toContain(papers[0]?.blinded)
})

test('when the answer of signing is lost, the same paper is sent again', async () => {
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  server.on(secretBallotsApi.signPapers, () => Promise.reject(new TypeError('The line broke.')))
  await expect(putKeptBallots(voter, quick)).rejects.toMatchObject({ code: 'offline' })
  server.on(secretBallotsApi.signPapers, ({ body }) => signAll(body))
  // The page was loaded anew meanwhile, and the member presses the button again.
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  await putKeptBallots(voter, quick)
  const [first, second] = server.sentTo(secretBallotsApi.signPapers)
  expect(second?.body).toEqual(first?.body)
  expect(posted()).toHaveLength(1)
})

test('a ballot that could not be posted is kept with its signature, and goes in later', async () => {
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  server.on(secretBallotsApi.putBallot, () => Promise.reject(new TypeError('The line broke.')))
  await expect(putKeptBallots(voter, quick)).rejects.toMatchObject({ code: 'offline' })
  expect(readKeptBallots(voter)).toHaveLength(1)
  server.on(secretBallotsApi.putBallot, () => undefined)
  expect(await putKeptBallots(voter, quick)).toHaveLength(1)
  expect(server.sentTo(secretBallotsApi.signPapers)).toHaveLength(1)
  expect(readKeptBallots(voter)).toEqual([])
})

test('a choice can be changed until the paper is signed, and not after', async () => {
  const no: Choice = { kind: 'motion', vote: 'against' }
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  await prepareBallots(voter, { principalIds: [3], choice: no })
  expect(readKeptBallots(voter).map(({ choice }) => choice)).toEqual([no])
  server.on(secretBallotsApi.putBallot, () => Promise.reject(new TypeError('The line broke.')))
  await expect(putKeptBallots(voter, quick)).rejects.toMatchObject({ code: 'offline' })
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  expect(readKeptBallots(voter).map(({ choice }) => choice)).toEqual([no])
})

test('a ballot that comes when the box is closed has no code, and is not tried again', async () => {
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  server.on(secretBallotsApi.putBallot, () => refuse('boxClosed'))
  expect(await putKeptBallots(voter, quick)).toEqual([{ principalId: 3, code: null }])
  expect(readKeptBallots(voter)).toEqual([])
})

test('a vote that was used in another browser is said, and its paper thrown away', async () => {
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  server.on(secretBallotsApi.signPapers, () => refuse('voteTaken'))
  await expect(putKeptBallots(voter, quick)).rejects.toMatchObject({ code: 'voteTaken' })
  expect(readKeptBallots(voter)).toEqual([])
})

test('a signature that is not of this vote is not posted', async () => {
  const other = await scheme.generateKey({ modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) })
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  server.on(secretBallotsApi.signPapers, async ({ body }) => {
    const { papers } = secretBallotsApi.signPapers.body.parse(body)
    const blinded = readBytes(papers[0]?.blinded ?? '')
    const signature = writeBytes(await scheme.blindSign(other.privateKey, blinded).catch(() => blinded))
    return { signatures: [{ principalId: 3, signature }] }
  })
  await expect(putKeptBallots(voter, quick)).rejects.toThrow(/invalid|signature/i)
  expect(posted()).toEqual([])
})

test('another member of the same browser finds nothing of a ballot', async () => {
  await prepareBallots(voter, { principalIds: [3], choice: yes })
  expect(readKeptBallots({ motionId: 7, memberId: 9 })).toEqual([])
})
