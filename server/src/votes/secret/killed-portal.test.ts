import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPostmaster } from '#platform/db/postmaster-file.ts'
import { freePort } from '#platform/http/free-port.ts'
import { byProgram, end, newFolder, startProcess } from '../../test-process.ts'
import { publishElection, putTestBallot, type SignedTestBallot, startSecretElection } from './secret-process.testing.ts'

const voters = 18

test('with portal and database killed while ballots arrive, every ballot that was taken is counted', async () => {
  const [dataDir, port] = [newFolder(), await freePort()]
  const { child, url } = await startProcess(dataDir, port)
  const election = await startSecretElection({ dataDir, url, voters })
  const taken = new Set<SignedTestBallot>()
  const put = async (ballot: SignedTestBallot) => {
    if (await putTestBallot(url, election, ballot)) taken.add(ballot)
  }
  /** Puts these ballots one after the other, and kills something once some are in; what is lost then was not taken. */
  const putAndKill = async (ballots: readonly SignedTestBallot[], kill: () => void) => {
    const [first, second] = [ballots.slice(0, 3), ballots.slice(3)]
    for (const ballot of first) await put(ballot)
    const rest = second.map(put)
    await Promise.race(rest)
    kill()
    await Promise.all(rest)
  }
  await putAndKill(election.ballots.slice(0, 9), () =>
    process.kill(findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL'),
  )
  await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status), byProgram).toBe(200)
  await putAndKill(election.ballots.slice(9, 16), () => child.kill('SIGKILL'))
  await end(child, 'SIGKILL')
  expect(taken.size).toBeGreaterThanOrEqual(6)

  await startProcess(dataDir, port)
  for (const ballot of election.ballots.slice(16)) await put(ballot)
  const { ballots } = await publishElection({ dataDir, url, election })
  const papers = ballots.map(({ paper }) => paper)
  expect(papers).toEqual(expect.arrayContaining([...taken].map(({ paper }) => paper)))
  // Browsers send again what was not acknowledged: none stands in the box twice.
  expect(new Set(papers).size).toBe(papers.length)
})
