import { plainCard } from '@spacekeeper/contract/card-numbers.ts'
import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import { plainScreenName } from '@spacekeeper/contract/full-name.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullName } from '#platform/shown-name.ts'

export type TakenValues = { email?: string | undefined; screenName?: string | undefined; card?: string | undefined }

const nameOf = (row: { first_name: string; last_name: string } | undefined) => (row ? fullName(row) : 'Another member')

const ownerBy = async (ctx: Ctx, column: 'email' | 'screen_name', value = '') =>
  nameOf(
    await ctx.db
      .selectFrom('members')
      .select(['first_name', 'last_name'])
      .where(sql`lower(${sql.ref(column)})`, '=', (column === 'email' ? plainEmail : plainScreenName)(value))
      .executeTakeFirst(),
  )

const cardOwner = (db: Pick<Ctx['db'], 'selectFrom'>, number: string) =>
  db
    .selectFrom('cards')
    .innerJoin('members', 'members.id', 'cards.member_id')
    .select(['first_name', 'last_name'])
    .where('plain_number', '=', plainCard(number))
    .where('cards.state', '=', 'active')

const taken = (input: { code: ErrorCode; field: string; noun: string; owner: string }) =>
  new AppError(input.code, { fields: [{ field: input.field, message: `${input.owner} has this ${input.noun}.` }] })

const takenCard = (owner: string) => taken({ code: 'cardTaken', field: 'number', noun: 'card', owner })

/** Refuses the number of cards that are doubles: the index leaves these out. */
export const refuseDouble = async ({ tx }: Work, number: string): Promise<void> => {
  const owner = await cardOwner(tx, number).where('is_double', '=', true).executeTakeFirst()
  if (owner) throw takenCard(nameOf(owner))
}

/** Refuses an address that another member has, where none is stored yet. */
export const refuseTakenEmail = async ({ tx }: Work, { memberId, email }: { memberId: number; email: string }) => {
  const owner = await tx
    .selectFrom('members')
    .select(['id', 'first_name', 'last_name'])
    .where(sql`lower(email)`, '=', plainEmail(email))
    .executeTakeFirst()
  if (owner && owner.id !== memberId)
    throw taken({ code: 'emailTaken', field: 'email', noun: 'email address', owner: nameOf(owner) })
}

/** Runs a write of staff. When another member has the address, name or card, the error says who, so that staff can ask. */
export const explainClash = <T>(ctx: Ctx, input: { wanted: TakenValues; run: () => Promise<T> }): Promise<T> => {
  const { email, screenName, card } = input.wanted
  return onUnique(
    {
      members_email: async () =>
        taken({ code: 'emailTaken', field: 'email', noun: 'email address', owner: await ownerBy(ctx, 'email', email) }),
      members_screen_name: async () =>
        taken({
          code: 'screenNameTaken',
          field: 'screenName',
          noun: 'screen name',
          owner: await ownerBy(ctx, 'screen_name', screenName),
        }),
      cards_active_number: async () => takenCard(nameOf(await cardOwner(ctx.db, card ?? '').executeTakeFirst())),
    },
    input.run,
  )
}

/** `doubles`: working cards whose number another one has, too. None is what nearly every space has, and no line. */
export const judgeCards = ({ doubles }: { doubles: number }): HealthFinding | null =>
  doubles === 0
    ? null
    : {
        state: 'attention',
        says: `${doubles} cards that work differ from another only in how their number is written.`,
        todo: 'Hold each card to a door to see whose it is. Then mark the other lost on its member’s page, or retire it.',
        to: '/manage/members?card=double',
      }

export const cardChecks: readonly HealthCheck[] = [
  {
    name: 'members.cards',
    area: 'devices',
    title: 'Numbers of cards',
    pace: 'now',
    find: async (ctx) => {
      const [row] = await readRows(
        ctx,
        sql<{ doubles: number }>`select count(*)::int as doubles from cards c where is_double and state = 'active'
          and exists (select from cards o where o.plain_number = c.plain_number and o.state = 'active' and o.id <> c.id)`,
      )
      return judgeCards(row ?? { doubles: 0 })
    },
  },
]
