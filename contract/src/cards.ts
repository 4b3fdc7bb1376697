import { z } from 'zod'
import { fieldMessages, Text } from './fields.ts'
import { Empty, Id, Instant, routes } from './route.ts'

/** `lost` and `retired` cards open nothing and are kept for the history. */
export const CardState = z.enum(['active', 'lost', 'retired'])
export type CardState = z.infer<typeof CardState>

export const Card = z.object({
  id: z.number().int(),
  number: z.string(),
  label: z.string(),
  state: CardState,
  addedAt: Instant,
  endedAt: Instant.nullable(),
})
export type Card = z.infer<typeof Card>

const Params = z.object({ memberId: Id })

export const cards = routes({
  list: {
    method: 'GET',
    path: '/api/admin/members/:memberId/cards/',
    access: 'staff.members',
    summary: 'The cards of a member, those that work first; at most 200.',
    params: Params,
    output: z.object({ cards: z.array(Card) }),
    errors: ['notFound'],
  },
  add: {
    method: 'POST',
    path: '/api/admin/members/:memberId/cards/',
    access: 'staff.members',
    summary: 'Gives a member one more card. It works at once on what is granted to him.',
    params: Params,
    body: z.object({
      number: z.string().trim().min(1, fieldMessages.empty).pipe(Text(50)),
      label: z.string().trim().max(30, fieldMessages.tooLong).pipe(Text(30)).default(''),
    }),
    output: Empty,
    errors: ['notFound', 'outranked', 'cardTaken'],
  },
  end: {
    method: 'POST',
    path: '/api/admin/members/:memberId/cards/:cardId/:state/',
    access: 'staff.members',
    summary: 'Ends a card, which leaves every door at once; a retired one may still turn out to be lost.',
    params: Params.extend({ cardId: Id, state: z.enum(['lost', 'retired']) }),
    output: Empty,
    errors: ['notFound', 'outranked'],
  },
})
