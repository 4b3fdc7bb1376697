import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { record } from '#platform/db/change.ts'
import type { TestClient } from '../../client.testing.ts'
import type { TestPortal } from '../../portal.testing.ts'
import { makeBallotKey, storeBallotKey } from './ballot-key.ts'
import { blindTestPaperFor } from './ballot-paper.testing.ts'
import { closeBox } from './closing.ts'

/** A secret motion on the members of a portal, open now, with everybody of `members` on its roll. */
export const aSecretMotion = async (portal: TestPortal, members: readonly number[]): Promise<number> => {
  const now = portal.services.now()
  const { id } = await portal.db
    .insertInto('motions')
    .values({
      kind: 'motion',
      title: 'Buy a kiln',
      ballot: 'secret',
      method: 'majority',
      opened_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (members.length > 0) {
    const rows = members.map((memberId) => ({ motion_id: id, member_id: memberId }))
    await portal.db.insertInto('motion_roll').values(rows).execute()
  }
  const key = await makeBallotKey(portal.services)
  await record(portal.ctx, async (work) => ({ result: await storeBallotKey(work, { motionId: id, key }) }))
  return id
}

/** A paper before it is signed, as a browser keeps it. */
export type TestPaper = Awaited<ReturnType<typeof blindTestPaper>>

export const blindTestPaper = async (client: TestClient, motionId: number) =>
  blindTestPaperFor(await client.votes.getKey({ motionId }))

/** Has a paper signed for one vote and takes the blinding off. */
export const signTestPaper = async (
  client: TestClient,
  input: { motionId: number; principalId: number; paper: TestPaper },
): Promise<{ paper: string; signature: string }> => {
  const { motionId, principalId, paper } = input
  const papers = [{ principalId, blinded: paper.blinded }]
  const { signatures } = await client.votes.signPapers({ motionId, papers })
  return paper.unblind(signatures[0]?.signature ?? '')
}

/** Votes as a browser does: a signed paper with the session, then the ballot without it. */
export const voteSecretly = async (
  portal: TestPortal,
  input: { motionId: number; memberId: number; choice: Choice },
): Promise<{ paper: string; signature: string; choice: Choice }> => {
  const { motionId, memberId, choice } = input
  const client = await portal.as(memberId)
  const paper = await blindTestPaper(client, motionId)
  const signed = await signTestPaper(client, { motionId, principalId: memberId, paper })
  const stranger = await portal.as(null)
  await stranger.votes.putBallot({ motionId, ...signed, choice })
  return { ...signed, choice }
}

/** Closes a vote as the button of staff does, with so many members on its roll. */
export const closeSecretly = async (
  portal: TestPortal,
  { motionId, roll }: { motionId: number; roll: number },
): Promise<void> => {
  const closedAt = portal.services.now()
  await portal.db.updateTable('motions').set({ closed_at: closedAt, roll }).where('id', '=', motionId).execute()
  await record(portal.ctx, async (work) => ({ result: await closeBox(work, { motionId, closedAt }) }))
}
