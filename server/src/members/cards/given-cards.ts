import { plainCard } from '@spacekeeper/contract/card-numbers.ts'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, type ChangeResult, change, record } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { joinTags, splitTags } from '../../access/card-forms.ts'
import { doorLists } from '../../devices/channels.ts'
import { explainClash, refuseDouble } from '../clashes.ts'
import { noteJoiningStep } from '../joining-step.ts'
import { lockMember, memberNotices } from '../member-row.ts'
import { checkAuthority } from '../roles.ts'

/** The card that ends as the new one begins, and how. */
export type EndedCard = { cardId: number; state: 'lost' | 'retired' }

type GivenCard = {
  memberId: number
  number: string
  label: string
  replaces?: EndedCard | undefined
  /** Further data for the audit. */
  data?: Record<string, unknown>
}

const endReplaced = async (
  { tx }: Work,
  input: { memberId: number; replaces: EndedCard; now: Date },
): Promise<string> => {
  const { memberId, replaces, now } = input
  const ended = await tx
    .updateTable('cards')
    .set({ state: replaces.state, ended_at: now })
    .where('id', '=', sql<number>`${replaces.cardId}::int`)
    .where('member_id', '=', memberId)
    .where('state', '=', 'active')
    .returning('label')
    .executeTakeFirst()
  if (!ended) throw new AppError('notFound')
  return ended.label
}

/** Gives a member a card within a transaction, in place of another if one is named. */
export const giveCard = async (work: Work, input: GivenCard): Promise<ChangeResult<void>> => {
  const { tx, ctx } = work
  const { memberId, number, replaces } = input
  checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(work, memberId) })
  const now = ctx.now()
  const formerLabel = replaces ? await endReplaced(work, { memberId, replaces, now }) : ''
  const label = input.label || formerLabel
  await refuseDouble(work, number)
  const { id } = await tx
    .insertInto('cards')
    .values({ member_id: memberId, number, label, added_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteJoiningStep(work, memberId)
  return {
    result: undefined,
    subject: { kind: 'member', id: memberId },
    data: { cardId: id, number, label, ...(replaces && { replaces }), ...input.data },
    tell: [doorLists.notice({ memberIds: [memberId] }), ...memberNotices(memberId)],
  }
}

type ReplacedNumber = { from: string | null; to: string }

/** Gives a member this card in place of the newest one. Null when it already is the newest. */
export const replaceCard = async (
  work: Work,
  input: { memberId: number; number: string; now: Date },
): Promise<ReplacedNumber | null> => {
  const { tx } = work
  const { memberId, number, now } = input
  const newest = await tx
    .selectFrom('cards')
    .select(['id', 'number', 'label'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'active')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (plainCard(newest?.number ?? '') === plainCard(number)) return null
  if (number === '') throw badField('rfidCard', fieldMessages.empty)
  if (newest) {
    await tx.updateTable('cards').set({ state: 'retired', ended_at: now }).where('id', '=', newest.id).execute()
  }
  await refuseDouble(work, number)
  await tx
    .insertInto('cards')
    .values({ member_id: memberId, number, label: newest?.label ?? '', added_at: now })
    .execute()
  await noteJoiningStep(work, memberId)
  return { from: newest?.number ?? null, to: number }
}

/** So many ways of writing one number are kept: doors of one space have few kinds of readers. */
const mostSpellings = 5

/** Keeps how a door wrote the number of a card, so that lists hold it so as well. */
export const addSpelling = (ctx: Ctx, { cardId, spelling }: { cardId: number; spelling: string }): Promise<void> =>
  record(ctx, async ({ tx }) => {
    const card = await tx
      .selectFrom('cards')
      .select(['member_id', 'number', 'spellings'])
      .where('id', '=', cardId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const kept = splitTags(card.spellings ?? '')
    if (card.number === spelling || kept.includes(spelling)) return { result: undefined }
    const spellings = joinTags([...kept, spelling].slice(-mostSpellings))
    await tx.updateTable('cards').set({ spellings }).where('id', '=', cardId).execute()
    return { result: undefined, tell: [doorLists.notice({ memberIds: [card.member_id] })] }
  })

type NewCard = { memberId: number; number: string; label: string; replaces?: EndedCard | undefined }

/** Gives a member one more card, or another in place of one; granted doors hear of it at once. */
export const addCard = (ctx: Ctx, input: NewCard): Promise<void> =>
  explainClash(ctx, {
    wanted: { card: input.number },
    run: () => change(ctx, 'card.added', (work) => giveCard(work, { ...input })),
  })
