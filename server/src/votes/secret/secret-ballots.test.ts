import { readBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'
import { recount } from '@spacekeeper/contract/votes/recount.ts'
import { BallotFile } from '@spacekeeper/contract/votes/secret-shapes.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { destroyBallotKey, makeBallotKey } from './ballot-key.ts'
import { aSecretMotion, blindTestPaper, closeSecretly, signTestPaper, voteSecretly } from './secret-voter.testing.ts'

const yes: Choice = { kind: 'motion', vote: 'for' }
const no: Choice = { kind: 'motion', vote: 'against' }

let portal: TestPortal
let aheadMs = 0

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(Date.now() + aheadMs) })
})
afterAll(() => portal.close())
beforeEach(() => {
  aheadMs = 0
})

const someMembers = async (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await aMember(portal.db)).id))

const close = (motionId: number, roll: number) => closeSecretly(portal, { motionId, roll })

const publish = async () => {
  aheadMs += 120_000
  // The queue goes by the clock of the database.
  await portal.runAsOwner(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`)
  await portal.runJobs()
}

const readFile = async (motionId: number, memberId: number) => {
  const client = await portal.as(memberId)
  return BallotFile.parse(JSON.parse((await client.votes.downloadBallots({ motionId })).content.toString()))
}

test('a secret vote is counted, published without names, and can be counted again', async () => {
  const voters = await someMembers(6)
  const motionId = await aSecretMotion(portal, voters)
  for (const [n, memberId] of voters.entries())
    await voteSecretly(portal, { motionId, memberId, choice: n < 4 ? yes : no })
  await close(motionId, 6)
  await publish()
  const file = await readFile(motionId, voters[0] ?? 0)
  expect(file.result).toMatchObject({ isCarried: true, count: { for: 4, against: 2, abstain: 0 } })
  expect(file.ballots).toHaveLength(6)
  expect(await recount(file)).toEqual({ result: file.result, problems: [] })
})

test('a recount tells a ballot that was added, changed, doubled, and a result that is not right', async () => {
  const voters = await someMembers(5)
  const motionId = await aSecretMotion(portal, voters)
  for (const memberId of voters) await voteSecretly(portal, { motionId, memberId, choice: yes })
  await close(motionId, 5)
  await publish()
  const file = await readFile(motionId, voters[0] ?? 0)
  const [first, ...others] = file.ballots
  if (!first) throw new Error('There are no ballots.')
  const problemsOf = async (ballots: BallotFile['ballots']) => (await recount({ ...file, ballots })).problems.join(' ')
  expect(await problemsOf([{ ...first, signature: others[0]?.signature ?? '' }, ...others])).toContain('does not carry')
  expect(await problemsOf([{ ...first, choice: no }, ...others])).toContain('not the one that was published')
  expect(await problemsOf([first, ...file.ballots])).toContain('6 ballots for 5 votes')
  expect(await problemsOf([first, ...file.ballots])).toContain('more than once')
  expect(await problemsOf([{ ...first, choice: { kind: 'ranked', options: [] } }, ...others])).toContain('Choose for')
})

test('ballots that came before an update sealed them are counted with those that came after it', async () => {
  const voters = await someMembers(5)
  const motionId = await aSecretMotion(portal, voters)
  const [early = 0, ...others] = voters
  const client = await portal.as(early)
  const paper = await blindTestPaper(client, motionId)
  const signed = await signTestPaper(client, { motionId, principalId: early, paper })
  const [paperBytes, signature] = [signed.paper, signed.signature].map((text) => Buffer.from(readBytes(text)))
  if (!paperBytes || !signature) throw new Error('Nothing was signed.')
  const plain = { motion_id: motionId, paper: paperBytes, signature, choice: JSON.stringify(yes) }
  await portal.db.insertInto('ballots').values(plain).execute()
  const stranger = await portal.as(null)
  await stranger.votes.putBallot({ motionId, ...signed, choice: yes })
  await expect(stranger.votes.putBallot({ motionId, ...signed, choice: no })).rejects.toMatchObject({
    code: 'ballotInBox',
  })
  for (const memberId of others) await voteSecretly(portal, { motionId, memberId, choice: no })
  await close(motionId, 5)
  await publish()
  const file = await readFile(motionId, early)
  expect(file.result).toMatchObject({ count: { for: 1, against: 4, abstain: 0 } })
  expect((await recount(file)).problems).toEqual([])
})

test('with fewer than five ballots only the outcome is shown, and no ballot', async () => {
  const voters = await someMembers(4)
  const motionId = await aSecretMotion(portal, voters)
  for (const memberId of voters) await voteSecretly(portal, { motionId, memberId, choice: yes })
  await close(motionId, 4)
  await publish()
  const client = await portal.as(voters[0] ?? 0)
  await expect(client.votes.downloadBallots({ motionId })).rejects.toMatchObject({ code: 'noBallots' })
  const { result } = await client.votes.get({ motionId })
  expect(result).toEqual({ kind: 'majority', votes: 4, isCarried: true, count: null })
})

test('ballots are not shown before the result is', async () => {
  const voters = await someMembers(5)
  const motionId = await aSecretMotion(portal, voters)
  for (const memberId of voters) await voteSecretly(portal, { motionId, memberId, choice: yes })
  const client = await portal.as(voters[0] ?? 0)
  await expect(client.votes.downloadBallots({ motionId })).rejects.toMatchObject({ code: 'noBallots' })
  await close(motionId, 5)
  await expect(client.votes.downloadBallots({ motionId })).rejects.toMatchObject({ code: 'noBallots' })
})

test('one vote is one paper: the same paper is signed again, another one is not', async () => {
  const [memberId = 0] = await someMembers(1)
  const motionId = await aSecretMotion(portal, [memberId])
  const client = await portal.as(memberId)
  const paper = await blindTestPaper(client, motionId)
  const first = await signTestPaper(client, { motionId, principalId: memberId, paper })
  expect(await signTestPaper(client, { motionId, principalId: memberId, paper })).toEqual(first)
  const another = await blindTestPaper(client, motionId)
  const signing = signTestPaper(client, { motionId, principalId: memberId, paper: another })
  await expect(signing).rejects.toMatchObject({ code: 'voteTaken' })
})

test('two papers for one vote at the same moment: one is signed', async () => {
  const [memberId = 0] = await someMembers(1)
  const motionId = await aSecretMotion(portal, [memberId])
  const client = await portal.as(memberId)
  const papers = await Promise.all([blindTestPaper(client, motionId), blindTestPaper(client, motionId)])
  const asked = papers.map((paper) => signTestPaper(client, { motionId, principalId: memberId, paper }))
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('who is not on the roll, and who votes for another without a proxy, gets nothing signed', async () => {
  const [memberId = 0, other = 0] = await someMembers(2)
  const motionId = await aSecretMotion(portal, [memberId])
  const stranger = await portal.as(other)
  const paper = await blindTestPaper(stranger, motionId)
  for (const principalId of [other, memberId]) {
    const signing = signTestPaper(stranger, { motionId, principalId, paper })
    await expect(signing).rejects.toMatchObject({ code: 'noVote' })
  }
  expect(await portal.db.selectFrom('vote_marks').selectAll().where('motion_id', '=', motionId).execute()).toEqual([])
})

test('nothing is signed after closing, and a ballot that was signed before is taken for half a minute', async () => {
  const [memberId = 0, late = 0] = await someMembers(2)
  const motionId = await aSecretMotion(portal, [memberId, late])
  const client = await portal.as(memberId)
  const signed = await signTestPaper(client, {
    motionId,
    principalId: memberId,
    paper: await blindTestPaper(client, motionId),
  })
  const lateClient = await portal.as(late)
  const latePaper = await blindTestPaper(lateClient, motionId)
  await close(motionId, 2)
  const signing = signTestPaper(lateClient, { motionId, principalId: late, paper: latePaper })
  await expect(signing).rejects.toMatchObject({ code: 'voteNotOpen' })
  const stranger = await portal.as(null)
  aheadMs += 29_000
  await stranger.votes.putBallot({ motionId, ...signed, choice: yes })
  aheadMs += 2_000
  await expect(stranger.votes.putBallot({ motionId, ...signed, choice: yes })).rejects.toMatchObject({
    code: 'boxClosed',
  })
  expect(
    await portal.db.selectFrom('ballot_keys').select('private_key').where('motion_id', '=', motionId).execute(),
  ).toEqual([{ private_key: null }])
})

test('a ballot is taken once, and only with a signature of this very vote', async () => {
  const [memberId = 0] = await someMembers(1)
  const [motionId, another] = [await aSecretMotion(portal, [memberId]), await aSecretMotion(portal, [memberId])]
  const ballot = await voteSecretly(portal, { motionId, memberId, choice: yes })
  const stranger = await portal.as(null)
  await stranger.votes.putBallot({ motionId, ...ballot })
  const refused = (input: Parameters<typeof stranger.votes.putBallot>[0]) =>
    stranger.votes.putBallot(input).then(
      () => 'taken',
      (error: { code: string }) => error.code,
    )
  expect(await refused({ motionId, ...ballot, choice: no })).toBe('ballotInBox')
  expect(await refused({ motionId: another, ...ballot })).toBe('ballotForged')
  expect(await refused({ motionId, ...ballot, paper: 'A'.repeat(86) })).toBe('ballotForged')
  expect(await refused({ motionId: 999_999, ...ballot })).toBe('boxClosed')
  expect(await refused({ motionId, ...ballot, paper: 'not bytes' })).toBe('badInput')
  const second = await aSecretMotion(portal, [memberId])
  const client = await portal.as(memberId)
  const paper = await blindTestPaper(client, second)
  const signed = await signTestPaper(client, { motionId: second, principalId: memberId, paper })
  const odd: Choice = { kind: 'approval', options: [0] }
  expect(await refused({ motionId: second, ...signed, choice: odd })).toBe('badInput')
  expect(await portal.db.selectFrom('ballots').select('motion_id').where('motion_id', '=', second).execute()).toEqual(
    [],
  )
})

test('a number that is no paper is refused with its field', async () => {
  const [memberId = 0] = await someMembers(1)
  const motionId = await aSecretMotion(portal, [memberId])
  const client = await portal.as(memberId)
  const papers = [{ principalId: memberId, blinded: '_'.repeat(341) + 'w' }]
  await expect(client.votes.signPapers({ motionId, papers })).rejects.toMatchObject({
    body: { fields: [{ field: 'papers' }] },
  })
})

test('without its private key a vote signs nothing', async () => {
  const [memberId = 0] = await someMembers(1)
  const motionId = await aSecretMotion(portal, [memberId])
  const client = await portal.as(memberId)
  const paper = await blindTestPaper(client, motionId)
  await record(portal.ctx, async (work) => ({ result: await destroyBallotKey(work, motionId) }))
  const signing = signTestPaper(client, { motionId, principalId: memberId, paper })
  await expect(signing).rejects.toMatchObject({ code: 'voteNotOpen' })
})

test('a secret vote needs a safe connection: without one its key is not made', async () => {
  const { secretKey } = portal.services
  const make = (siteUrl: string) => makeBallotKey({ secretKey, siteUrl })
  await expect(make('http://portal.example.org')).rejects.toMatchObject({ code: 'secretNeedsHttps' })
  await expect(make('https://portal.example.org')).resolves.toHaveProperty('publicKey.n')
})
