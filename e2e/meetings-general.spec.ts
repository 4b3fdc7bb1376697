import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { aMember } from '../server/src/members/factory.ts'
import { connectDatabase } from '../server/src/platform/db/open-database.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import { hashToken, newToken } from '../server/src/platform/secrets/tokens.ts'
import { aProxy } from '../server/src/proxies/factory.ts'
import { blindTestPaperFor } from '../server/src/votes/secret/ballot-paper.testing.ts'
import { expect, expectAccessible, type JourneyPortal, logIn, test } from './portal.ts'

// A general meeting with 40 present and twelve proxies, as its chair and one member see it on their screens. The other
// members do the same over HTTP.

type Voter = { id: number; token: string }

const openStore = (portal: JourneyPortal) =>
  connectDatabase({ connectionString: portal.connectionString, poolSize: 2 }, createLog('error'))

/** Members with a session each. */
const addVoters = async (portal: JourneyPortal, count: number): Promise<Voter[]> => {
  const { db, close } = openStore(portal)
  const voters: Voter[] = []
  const now = new Date()
  for (let n = 1; n <= count; n += 1) {
    const { id } = await aMember(db, { firstName: 'Vera', lastName: `Voter ${n}`, screenName: `voter-${n}` })
    const token = newToken()
    const rest = { created_at: now, last_used_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
    const session = { member_id: id, token_hash: hashToken(token), ip_address: '127.0.0.1', ...rest }
    await db.insertInto('sessions').values(session).execute()
    voters.push({ id, token })
  }
  await close()
  return voters
}

const giveProxies = async (
  portal: JourneyPortal,
  proxies: { meetingId: number; memberId: number; holderId: number }[],
) => {
  const { db, close } = openStore(portal)
  for (const proxy of proxies) await aProxy(db, proxy)
  await close()
}

/** The queue goes by the clock of the database: what is due later is due now. */
const hurryJobs = async (portal: JourneyPortal) => {
  const { pool, close } = openStore(portal)
  await pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
  await close()
}

const sender = async (page: Page) => {
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  return async (method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await page.request.fetch(path, { method, data, headers: { 'x-csrftoken': csrf } })
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
  }
}

/** Half an hour from now, as the clock of the space shows it. */
const soon = () =>
  new Date(Date.now() + 1_800_000).toLocaleString('sv-SE', { timeZone: 'Australia/Brisbane' }).slice(0, 16)

const Rights = z.object({ rights: z.array(z.object({ principalId: z.number(), isUsed: z.boolean() })) })
const SignatureList = z.object({ signatures: z.array(z.object({ principalId: z.number(), signature: z.string() })) })
const Ids = z.array(z.object({ id: z.number() }))
const Key = z.object({ n: z.string(), e: z.string() })

/** Votes for all that a member holds, as their browser would. */
const voteOverHttp = async (portal: JourneyPortal, input: { voter: Voter; motionId: number; vote: string }) => {
  const { voter, motionId, vote } = input
  const at = `${portal.url}/api/votes/${motionId}`
  const headers = { authorization: `Bearer ${voter.token}`, 'content-type': 'application/json' }
  const read = async (answer: Response) => {
    expect(answer.ok, await answer.clone().text()).toBe(true)
    return answer.json()
  }
  const { rights } = Rights.parse(await read(await fetch(`${at}/`, { headers })))
  const key = Key.parse(await read(await fetch(`${at}/key/`, { headers })))
  for (const { principalId } of rights) {
    const paper = await blindTestPaperFor(key)
    const body = JSON.stringify({ papers: [{ principalId, blinded: paper.blinded }] })
    const signed = SignatureList.parse(await read(await fetch(`${at}/papers/`, { method: 'POST', headers, body })))
    const ballot = { ...(await paper.unblind(signed.signatures[0]?.signature ?? '')), choice: { kind: 'motion', vote } }
    const put = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ballot) }
    expect((await fetch(`${at}/ballots/`, put)).ok).toBe(true)
  }
  return rights.length
}

/** Bo votes on a phone: their own vote and the one they hold. Nothing that is posted says who posts it. */
const voteOnPhone = async (page: Page, motionId: number): Promise<string[]> => {
  const posted: Promise<Record<string, string>>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/ballots/') && request.method() === 'POST') posted.push(request.allHeaders())
  })
  await page.goto(`/tools/votes/${motionId}`)
  await page.getByRole('checkbox', { name: /Vera Voter|voter-/ }).check()
  await page.getByRole('radio', { name: 'For', exact: true }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByText('The portal keeps no record that could connect you')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Put 2 ballots in the box' }).click()
  await expect(page.getByText('2 ballots are in the box')).toBeVisible()
  for (const headers of await Promise.all(posted)) {
    expect(Object.keys(headers)).not.toContain('cookie')
    expect(Object.keys(headers)).not.toContain('x-csrftoken')
  }
  expect(posted).toHaveLength(2)
  const codes = await page.locator('code').allInnerTexts()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('You’ve cast all your votes here.')).toBeVisible()
  return codes
}

type Hall = { page: Page; wall: Page; portal: JourneyPortal; meetingId: number; voters: readonly Voter[] }

/** Fifty more members, and a meeting that begins soon: Bo holds one vote of twelve who are not there, others the rest. */
const planMeeting = async (page: Page, portal: JourneyPortal) => {
  const voters = await addVoters(portal, 50)
  await logIn(page, portal, 'ada')
  const send = await sender(page)
  for (const [key, value] of [
    ['ENABLE_PROXY_VOTING', true],
    ['QUORUM_KIND', 'number'],
    ['QUORUM_NUMBER', 52],
  ] as const) {
    await send('PUT', `/api/admin/settings/${key}/`, { value })
  }
  const type = { label: 'General Meeting', value: 'general' }
  await send('POST', '/api/meetings/', { type, date: soon(), chair: 'Ada' })
  const [meeting] = Ids.parse(await (await page.request.get('/api/meetings/')).json())
  const meetingId = meeting?.id ?? 0
  const bo = portal.members['bo'] ?? 0
  const holders = [bo, ...voters.slice(0, 11).map((_, n) => voters[n % 4]?.id ?? 0)]
  const proxies = voters.slice(38).map(({ id: memberId }, n) => ({ meetingId, memberId, holderId: holders[n] ?? bo }))
  await giveProxies(portal, proxies)
  return { voters, send, meetingId }
}

const openMeeting = async (page: Page, meetingId: number) => {
  await page.goto(`/manage/meetings/${meetingId}`)
  await page.getByRole('tab', { name: 'Attendance' }).click()
  await page.getByRole('button', { name: 'Open meeting' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open meeting' }).click()
  await expect(page.getByText('The meeting is open', { exact: true })).toBeVisible()
}

/** Forty come and twelve are represented; one leaves and returns. The wall says so each time. */
const fillHall = async ({ page, wall, portal, meetingId, voters }: Hall, send: Awaited<ReturnType<typeof sender>>) => {
  const arrive = (memberId: number) => send('POST', `/api/meetings/${meetingId}/attendance/`, { memberId })
  for (const { id } of voters.slice(0, 38)) await arrive(id)
  await arrive(portal.members['ada'] ?? 0)
  await wall.goto(`/meetings/${meetingId}/wall`)
  await expect(wall.getByText('No quorum yet')).toBeVisible()
  // Bo is ticked by name, and with them the vote they hold.
  await page.getByLabel('Name', { exact: true }).fill('bo')
  await page.getByRole('button', { name: /^Check in bo/ }).click()
  await expect(wall.getByText('Quorum reached')).toBeVisible()
  await expect(wall.getByText('40 present')).toBeVisible()
  await expect(wall.getByText('12 by proxy')).toBeVisible()
  await expectAccessible(wall)
  const [, leaver = 0] = voters.slice(19).map(({ id }) => id)
  await send('POST', `/api/meetings/${meetingId}/attendance/${leaver}/leave/`, {})
  await expect(wall.getByText('Quorum lost')).toBeVisible()
  await arrive(leaver)
  await expect(wall.getByText('Quorum reached')).toBeVisible()
}

const openSecretVote = async ({ page, wall, meetingId }: Hall): Promise<number> => {
  await page.getByRole('tab', { name: 'Votes' }).click()
  await page.getByRole('button', { name: 'Write a vote' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Buy a kiln')
  await dialog.getByRole('combobox', { name: 'Ballot' }).click()
  await page.getByRole('option', { name: 'Secret' }).click()
  await dialog.getByRole('button', { name: 'Write a vote' }).click()
  await page.getByRole('button', { name: 'Open vote: Buy a kiln' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open vote' }).click()
  await expect(wall.getByText('Open secret vote')).toBeVisible()
  const [motion] = Ids.parse(await (await page.request.get(`/api/meetings/${meetingId}/votes/`)).json())
  return motion?.id ?? 0
}

const closeSecretVote = async ({ page, portal }: Hall) => {
  await page.getByRole('button', { name: 'Close vote: Buy a kiln' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close vote' }).click()
  await expect(page.getByText('“Buy a kiln” is closed')).toBeVisible()
  await portal.goOn(2)
  await hurryJobs(portal)
}

/** Finds the ballots by their codes, counts all again in the browser, and once more with the script of the repository. */
const checkResult = async (page: Page, codes: readonly string[]) => {
  await page.reload()
  await expect(page.getByText('Carried').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show the ballots' }).click()
  for (const code of codes) {
    await page.getByLabel('Find a code').fill(code)
    await expect(page.getByText(code)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Count again in this browser' }).click()
  await expect(page.getByText('every ballot is signed for this vote')).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the ballots' }).click()
  const file = await (await download).path()
  const script = fileURLToPath(new URL('../scripts/recount.ts', import.meta.url))
  const said = execFileSync(process.execPath, [script, file], { encoding: 'utf8' })
  expect(said).toContain('51 ballots, 51 votes used')
  expect(said).toContain('Every ballot is signed for this vote')
}

test('a general meeting: quorum reached, lost and back, and a secret ballot that anybody can count again', async ({
  page,
  portal,
  browser,
}) => {
  test.setTimeout(240_000)
  const { voters, send, meetingId } = await planMeeting(page, portal)
  const hall: Hall = { page, wall: await page.context().newPage(), portal, meetingId, voters }
  await openMeeting(page, meetingId)
  await fillHall(hall, send)
  const motionId = await openSecretVote(hall)
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: portal.url })
  const boPage = await phone.newPage()
  await logIn(boPage, portal, 'bo')
  const codes = await voteOnPhone(boPage, motionId)
  let used = 2
  for (const [n, voter] of voters.slice(0, 38).entries()) {
    used += await voteOverHttp(portal, { voter, motionId, vote: n < 20 ? 'for' : 'against' })
  }
  // All but Ada, who keeps the minutes.
  expect(used).toBe(51)
  await expect(hall.wall.getByText('51 of 5', { exact: false })).toBeVisible()
  await closeSecretVote(hall)
  await checkResult(boPage, codes)
  await phone.close()
})
