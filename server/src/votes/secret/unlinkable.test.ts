import { readBytes } from '@spacekeeper/contract/votes/ballot-bytes.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { listBallots } from './ballot-box.ts'
import { aSecretMotion, blindTestPaper, closeSecretly, signTestPaper, voteSecretly } from './secret-voter.testing.ts'

// What is tried here is what a person could who has the whole database, with the numbers of its transactions and where
// each row lies, the audit, the queue, and every line of the log.

const voters = 12

type SecretVote = { memberId: number; choice: Choice; paper: string; signature: string }

let portal: TestPortal
let motionId = 0
/** In the order in which the members voted, which the audit knows as well. */
const cast: SecretVote[] = []
/** Where the newest log line stood when the voting began. */
let firstLine = 0

let aheadMs = 0

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(Date.now() + aheadMs) })
  const ids = await Promise.all(Array.from({ length: voters }, async () => (await aMember(portal.db)).id))
  motionId = await aSecretMotion(portal, ids)
  firstLine = portal.logLines.length
  for (const [n, memberId] of ids.entries()) {
    const choice: Choice = { kind: 'motion', vote: n % 2 === 0 ? 'for' : 'against' }
    cast.push({ memberId, ...(await voteSecretly(portal, { motionId, memberId, choice })) })
  }
})
afterAll(() => portal.close())

type Column = { table: string; column: string }

/** Every column of every table, of the portal and its queue, as text. */
const listColumns = async (): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as "table", quote_ident(column_name) as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(portal.db)
  return rows
}

/** The columns in which something of this is found, in any writing of its bytes. */
const columnsWith = async (bytes: Uint8Array): Promise<string[]> => {
  const buffer = Buffer.from(bytes)
  const needles = [buffer.toString('hex'), buffer.toString('base64url'), buffer.toString('base64').replace(/=+$/, '')]
  const found: string[] = []
  for (const { table, column } of await listColumns()) {
    const { rows } = await sql<{ isThere: boolean }>`
      select exists (
        select from ${sql.raw(table)} t where ${sql.join(
          needles.map((needle) => sql`position(${needle} in t.${sql.raw(column)}::text) > 0`),
          sql` or `,
        )}) as "isThere"`.execute(portal.db)
    if (rows[0]?.isThere) found.push(`${table}.${column}`)
  }
  return found
}

test('while the vote is on a ballot can be read nowhere: every one is sealed, and as long as every other', async () => {
  const [first] = cast
  expect(await columnsWith(readBytes(first?.paper ?? ''))).toEqual([])
  expect(await columnsWith(readBytes(first?.signature ?? ''))).toEqual([])
  const { rows } = await sql<{ count: number; lengths: number }>`
    select count(*)::int as count, count(distinct length(sealed))::int as lengths
    from sealed_ballots where motion_id = ${motionId}`.execute(portal.db)
  expect(rows).toEqual([{ count: voters, lengths: 1 }])
})

test.each([
  ['sealed_ballots', { mark: 'bytea', motion_id: 'integer', sealed: 'bytea' }],
  ['ballots', { choice: 'jsonb', motion_id: 'integer', paper: 'bytea', signature: 'bytea' }],
])('%s has no column for a member, a time or a number that counts up', async (table, types) => {
  const { rows } = await sql<{ name: string; type: string; default: string | null }>`
    select column_name as name, data_type as type, column_default as default
    from information_schema.columns where table_schema = 'public' and table_name = ${table} order by 1`.execute(
    portal.db,
  )
  expect(rows).toEqual(Object.entries(types).map(([name, type]) => ({ name, type, default: null })))
})

const modPower = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let [result, factor, rest] = [1n, base % modulus, exponent]
  while (rest > 0n) {
    if (rest & 1n) result = (result * factor) % modulus
    factor = (factor * factor) % modulus
    rest >>= 1n
  }
  return result
}

/** The inverse in a ring of numbers, by Euclid. */
const inverseOf = (value: bigint, modulus: bigint): bigint => {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n]
  while (b > 0n) {
    const times = a / b
    ;[a, b, x, y] = [b, a - times * b, y, x - times * y]
  }
  return ((x % modulus) + modulus) % modulus
}

const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

test('the audit says that members had papers signed, and of the ballots nothing', async () => {
  const events = await portal.db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  const ofVotes = events.filter(({ event }) => event.startsWith('vote.'))
  expect(new Set(ofVotes.map(({ event }) => event))).toEqual(new Set(['vote.papersSigned']))
  for (const { data } of ofVotes) expect(JSON.stringify(data)).not.toMatch(/for|against|abstain/)
  const ids = new Set(events.map(({ id }) => id))
  // A gap in the numbers would be the trace of something that was written and taken back.
  expect(Math.max(...ids) - Math.min(...ids) + 1).toBe(ids.size)
})

test('the log has no line about a ballot: neither time, nor address, nor number of the request', async () => {
  const lines = portal.logLines.slice(firstLine)
  expect(lines.filter((line) => line.includes('/papers/')).length).toBeGreaterThan(0)
  expect(lines.filter((line) => line.includes('/ballots/'))).toEqual([])
  const start = portal.logLines.length
  const stranger = await portal.as(null)
  const ballot = cast[0]
  if (!ballot) throw new Error('Nothing was cast.')
  const { paper, signature } = ballot
  await stranger.votes.putBallot({ motionId, paper, signature, choice: ballot.choice })
  await expect(
    stranger.votes.putBallot({ motionId, paper, signature, choice: { kind: 'motion', vote: 'abstain' } }),
  ).rejects.toMatchObject({ code: 'ballotInBox' })
  expect(portal.logLines.slice(start)).toEqual([])
})

test('a session that comes with a ballot is not looked at, and no cookie is set', async () => {
  const [ballot] = cast
  if (!ballot) throw new Error('Nothing was cast.')
  const token = await portal.sessionOf(ballot.memberId)
  const usedAt = () => {
    const query = portal.db.selectFrom('sessions').select(['last_used_at', 'ip_address'])
    return query.where('member_id', '=', ballot.memberId).orderBy('id').execute()
  }
  const before = await usedAt()
  const { paper, signature, choice } = ballot
  const answer = await portal.app.inject({
    method: 'POST',
    url: `/api/votes/${motionId}/ballots/`,
    headers: { authorization: `Bearer ${token}` },
    payload: { paper, signature, choice },
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await usedAt()).toEqual(before)
})

test('the turnout counts papers, so that it does not move when a ballot arrives', async () => {
  const { id: watcher } = await aMember(portal.db)
  await portal.db.insertInto('motion_roll').values({ motion_id: motionId, member_id: watcher }).execute()
  const client = await portal.as(watcher)
  const turnout = async () => (await client.votes.get({ motionId })).turnout
  const before = await turnout()
  const paper = await blindTestPaper(client, motionId)
  const signed = await signTestPaper(client, { motionId, principalId: watcher, paper })
  expect(await turnout()).toBe(before + 1)
  await (await portal.as(null)).votes.putBallot({ motionId, ...signed, choice: { kind: 'motion', vote: 'for' } })
  expect(await turnout()).toBe(before + 1)
})

type StoredBallot = { paper: string; xmin: string; xmax: string; cmin: string }

const hexOf = (text: string) => Buffer.from(readBytes(text)).toString('hex')

describe('once it is published', () => {
  beforeAll(async () => {
    await closeSecretly(portal, { motionId, roll: voters + 2 })
    aheadMs += 120_000
    // The queue goes by the clock of the database.
    await portal.runAsOwner(`update graphile_worker._private_jobs set run_at = now() where run_at > now()`)
    await portal.runJobs()
  })

  test('the rows say nothing: one command wrote them all, in the order of their papers, which is random', async () => {
    const { rows } = await sql<StoredBallot>`
      select encode(paper, 'hex') as paper, xmin::text, xmax::text, cmin::text
      from ballots where motion_id = ${motionId} order by ctid`.execute(portal.db)
    expect(rows).toHaveLength(voters + 1)
    expect(new Set(rows.map(({ xmin, xmax, cmin }) => `${xmin} ${xmax} ${cmin}`)).size).toBe(1)
    const papers = rows.map(({ paper }) => paper)
    expect(papers).toEqual(papers.toSorted())
    expect(papers).toEqual(expect.arrayContaining(cast.map(({ paper }) => hexOf(paper))))
  })

  test('a ballot stands in the box and nowhere else, and no key of the box is left', async () => {
    const [first] = cast
    expect(await columnsWith(readBytes(first?.paper ?? ''))).toEqual(['public.ballots.paper'])
    expect(await columnsWith(readBytes(first?.signature ?? ''))).toEqual(['public.ballots.signature'])
    const sealed = portal.db.selectFrom('sealed_ballots').select('mark').where('motion_id', '=', motionId)
    expect(await sealed.execute()).toEqual([])
    const keys = portal.db.selectFrom('ballot_keys').select(['private_key', 'box_key', 'box_key_file'])
    expect(await keys.where('motion_id', '=', motionId).execute()).toEqual([
      { private_key: null, box_key: null, box_key_file: null },
    ])
  })

  test('every ballot fits every mark: for each pair there is a blinding that would have led from one to the other', async () => {
    const client = await portal.as(cast[0]?.memberId ?? 0)
    const key = await client.votes.getKey({ motionId })
    const [modulus, exponent] = [numberOf(readBytes(key.n)), numberOf(readBytes(key.e))]
    const marks = await portal.db.selectFrom('vote_marks').select('blinded').where('motion_id', '=', motionId).execute()
    const ballots = await listBallots(portal.db, motionId)
    let pairs = 0
    for (const mark of marks.slice(0, 5)) {
      const blinded = numberOf(mark.blinded ?? Buffer.alloc(0))
      for (const { signature } of ballots.slice(0, 5)) {
        // The message under a signature is its power; what would have been multiplied to it exists, and is no secret's trace.
        const message = modPower(numberOf(signature), exponent, modulus)
        const factor = (blinded * inverseOf(message, modulus)) % modulus
        expect((message * factor) % modulus).toBe(blinded)
        expect(inverseOf(factor, modulus)).toBeGreaterThan(0n)
        pairs += 1
      }
    }
    expect(pairs).toBe(25)
  })
})
