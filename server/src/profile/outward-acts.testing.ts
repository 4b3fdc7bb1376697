import { queueLines } from '#platform/chat/queue-lines.ts'
import { record } from '#platform/db/change.ts'
import { aCharge } from '../billing/factory.ts'
import { changeSetting } from '../settings/settings.ts'
import { motionDraft } from '../votes/factory.ts'
import { type ErasureAct, odd } from './erasure-scene.testing.ts'

/** Is named in a chat that can't be reached, and in what another system answers. */
const isTalkedAbout: ErasureAct = async ({ portal, clock }) => {
  const name = `${odd['first name']} ${odd['last name']}`
  await changeSetting(portal.ctx, { key: 'DISCORD_DOOR_WEBHOOK', value: 'https://discord.example/api/webhooks/1/x' })
  const line = { words: `${name} came in`, tone: 'good', happenedAt: clock.now } as const // narrows the tone
  await record(portal.ctx, async (work) => ({ result: await queueLines(work, [line]) }))
  const { id: receiverId } = await portal.db
    .insertInto('webhook_receivers')
    .values({
      name: 'Board',
      address: 'https://board.example/',
      kinds: ['visits'],
      has_names: true,
      secret_sealed: '',
      created_at: clock.now,
      listens_since: clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const told = { created_at: clock.now, settled_at: clock.now, state: 'delivered', status: 200 } as const
  await portal.db
    .insertInto('webhook_deliveries')
    .values({
      receiver_id: receiverId,
      event: 'visit.began',
      audit_id: 1,
      ...told,
      answer: odd['answer of a receiver'],
    })
    .execute()
}

/** Holds the digital ID in the wallet of a phone. */
const hasPass: ErasureAct = async ({ portal, clock, kim }) => {
  const { id: passId } = await portal.db
    .insertInto('wallet_passes')
    .values({
      member_id: kim.id,
      kind: 'apple',
      serial: 'q'.repeat(22),
      created_at: clock.now,
      mark: 'mark',
      changed_at: clock.now,
      valid_until: clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const phone = { library_id: odd['phone with a pass'], push_token: odd['phone with a pass'], added_at: clock.now }
  await portal.db
    .insertInto('wallet_devices')
    .values({ pass_id: passId, ...phone })
    .execute()
}

/** Is debited, and the bank sends it back in words of its own, once before the booking and once after it. */
const isDebited: ErasureAct = async ({ portal, kim, staff, own, day }) => {
  const theirs = await staff()
  const { offer, mandate } = await (await own()).bank.getMandate()
  if (!mandate) throw new Error(`there is no mandate: ${offer?.text}`)
  for (const isBooked of [false, true]) {
    await aCharge(portal.db, { memberId: kim.id, amountCents: 4100, currency: 'EUR', dueOn: day(0) })
    const { fingerprint } = await theirs.bank.previewDebits({ dueBy: day(1) })
    const { runId } = await theirs.bank.startDebits({ dueBy: day(1), collectOn: day(14), fingerprint })
    if (isBooked) await theirs.bank.settleRun({ runId, paidOn: day(0) })
    const { debits } = await theirs.bank.getRun({ runId })
    for (const { id } of debits) await theirs.bank.returnDebit({ debitId: id, reason: odd['words of a bank'] })
  }
}

/** Votes by name. What secret votes leave is looked for in `votes/secret`. */
const votes: ErasureAct = async ({ kim, own, staff }) => {
  const { id: motionId } = await (await staff()).votes.create({ ...motionDraft, title: 'Another lathe' })
  await (await staff()).votes.open({ motionId })
  const choice = { kind: 'motion', vote: 'for' } as const // narrows the kind
  await (await own()).votes.cast({ motionId, votes: [{ principalId: kim.id, choice }] })
}

/** Acts that others hear of: a chat, another system, a wallet, a bank, an assembly. */
export const outwardActs: readonly ErasureAct[] = [isTalkedAbout, hasPass, isDebited, votes]
