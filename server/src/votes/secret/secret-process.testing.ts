import { join } from 'node:path'
import { BallotFile } from '@spacekeeper/contract/votes/secret-shapes.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Database } from '#platform/db/database.gen.ts'
import { sessionCookie } from '#platform/http/credential.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { aMember } from '../../members/factory.ts'
import { byProgram, openFolder } from '../../test-process.ts'
import { blindTestPaperFor } from './ballot-paper.testing.ts'

const optionCount = 12

export type SignedTestBallot = { paper: string; signature: string; choice: Choice }

/** Where the portal keeps the keys of ballot boxes. */
export const keysIn = (dataDir: string) => join(dataDir, 'ballot-keys')

const csrf = 'test-csrf-token'

/** Calls a portal over HTTP; the parsed answer, or an error with its text. */
const ask = async <T>(
  url: string,
  input: { method?: 'GET' | 'POST'; path: string; session: string | null; body?: unknown; answer: z.ZodType<T> },
): Promise<T> => {
  const { method = 'POST', path, session, body = {}, answer } = input
  const cookies = [`csrftoken=${csrf}`, ...(session === null ? [] : [`${sessionCookie}=${session}`])]
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { cookie: cookies.join('; '), 'x-csrftoken': csrf, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return answer.parse(text === '' ? undefined : JSON.parse(text))
}

const Signatures = z.object({ signatures: z.array(z.object({ signature: z.string() })) })

/** A session of a member, as a browser holds one. */
const startTestSession = async (db: Kysely<Database>, memberId: number): Promise<string> => {
  const [token, now] = [newToken(), new Date()]
  const expires_at = new Date(now.getTime() + 3_600_000)
  const row = { member_id: memberId, token_hash: hashToken(token), created_at: now, last_used_at: now, expires_at }
  await db
    .insertInto('sessions')
    .values({ ...row, ip_address: '127.0.0.1' })
    .execute()
  return token
}

const openElection = async (url: string, staff: string): Promise<number> => {
  const options = Array.from({ length: optionCount }, (_, at) => ({ name: `Candidate ${at + 1}` }))
  const { id } = await ask(url, {
    path: '/api/admin/votes/',
    session: staff,
    body: { kind: 'election', title: 'Who keeps the keys', ballot: 'secret', method: 'ranked', options },
    answer: z.object({ id: z.number() }),
  })
  await ask(url, { path: `/api/admin/votes/${id}/open/`, session: staff, answer: z.unknown() })
  return id
}

const Key = z.object({ n: z.string(), e: z.string() })

type SigningVoter = { motionId: number; memberId: number; session: string }

/** Has a paper signed and takes the blinding off, as a browser does. */
const signPaper = async (url: string, { motionId, memberId, session }: SigningVoter) => {
  const path = `/api/votes/${motionId}`
  const key = await ask(url, { method: 'GET', path: `${path}/key/`, session, answer: Key })
  const { blinded, unblind } = await blindTestPaperFor(key)
  const body = { papers: [{ principalId: memberId, blinded }] }
  const { signatures } = await ask(url, { path: `${path}/papers/`, session, body, answer: Signatures })
  return unblind(signatures[0]?.signature ?? '')
}

/** A secret election over days on a portal that was started on this folder, open, and every member's signed ballot. */
export const startSecretElection = async (input: { dataDir: string; url: string; voters: number }) => {
  const { dataDir, url, voters } = input
  const { db, close } = openFolder(dataDir)
  const staff = await startTestSession(db, (await aMember(db, { isAdmin: true })).id)
  const members: number[] = []
  for (let made = 0; made < voters; made += 1) members.push((await aMember(db)).id)
  const motionId = await openElection(url, staff)
  const ballots: SignedTestBallot[] = []
  for (const [at, memberId] of members.entries()) {
    const signed = await signPaper(url, { motionId, memberId, session: await startTestSession(db, memberId) })
    const options = Array.from({ length: 3 + (at % 9) }, (_, place) => (place + at) % optionCount)
    ballots.push({ ...signed, choice: { kind: 'ranked', options } })
  }
  await close()
  return { motionId, staff, ballots }
}

export type TestElection = Awaited<ReturnType<typeof startSecretElection>>

/** Puts a ballot into the box; whether the portal said that it is in. */
export const putTestBallot = (url: string, { motionId }: TestElection, ballot: SignedTestBallot): Promise<boolean> =>
  ask(url, { path: `/api/votes/${motionId}/ballots/`, session: null, body: ballot, answer: z.unknown() }).then(
    () => true,
    () => false,
  )

/** Closes the vote, lets the time pass until its box is closed, and waits for what is published. */
export const publishElection = async (input: { dataDir: string; url: string; election: TestElection }) => {
  const { dataDir, url, election } = input
  const { motionId, staff } = election
  await ask(url, { path: `/api/admin/votes/${motionId}/close/`, session: staff, answer: z.unknown() })
  const { db, close } = openFolder(dataDir)
  await sql`update motions set opened_at = opened_at - interval '1 hour', closed_at = closed_at - interval '10 minutes'
    where id = ${motionId}`.execute(db)
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(db)
  const published = async () =>
    (await db.selectFrom('motions').select('published_at').where('id', '=', motionId).executeTakeFirst())?.published_at
  await expect.poll(published, byProgram).toBeInstanceOf(Date)
  await close()
  return ask(url, { method: 'GET', path: `/api/votes/${motionId}/ballots/`, session: staff, answer: BallotFile })
}
