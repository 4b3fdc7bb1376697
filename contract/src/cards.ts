import { z } from 'zod'
import { fieldMessages, Text } from './fields.ts'
import { Empty, Id, Instant, routes } from './route.ts'

/** `lost` and `retired` cards open nothing and are kept for the history. */
export const CardState = z.enum(['active', 'lost', 'retired'])
export type CardState = z.infer<typeof CardState>

/** What happened to a card, and by whom; nobody is named where the portal does not know. */
export const CardEvent = z.object({
  what: z.enum(['added', 'lost', 'retired', 'restored', 'relabelled']),
  at: Instant,
  by: z.string().nullable(),
})
export type CardEvent = z.infer<typeof CardEvent>

export const Card = z.object({
  id: z.number().int(),
  number: z.string(),
  label: z.string(),
  state: CardState,
  addedAt: Instant,
  endedAt: Instant.nullable(),
  /** The newest first, at most 20. */
  history: z.array(CardEvent),
})
export type Card = z.infer<typeof Card>

/** How long a card that nobody has can be claimed after it was swiped. */
export const claimMinutes = 5

/** A door, and the last card that nobody has which was held to it lately. */
export const UnknownCard = z.object({
  deviceId: z.number().int(),
  name: z.string(),
  isOffline: z.boolean(),
  /** The number itself stays with the portal; its end is enough to recognise the card. */
  swipe: z.object({ id: z.number().int(), at: Instant, ending: z.string() }).nullable(),
})
export type UnknownCard = z.infer<typeof UnknownCard>

const Number = z.string().trim().min(1, fieldMessages.empty).pipe(Text(50))
const Label = z.string().trim().max(30, fieldMessages.tooLong).pipe(Text(30)).default('')
const Ended = z.enum(['lost', 'retired'])
/** The card that ends as the new one begins. */
const Replaced = z.object({ cardId: z.number().int().min(1).max(2_147_483_647), state: Ended })

const Params = z.object({ memberId: Id })
const CardParams = Params.extend({ cardId: Id })

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
    summary: 'Gives a member one more card, or another in place of one. It works at once on what is granted to him.',
    params: Params,
    body: z.object({
      number: Number,
      label: Label,
      replaces: Replaced.optional(),
    }),
    output: Empty,
    errors: ['notFound', 'outranked', 'cardTaken'],
  },
  end: {
    method: 'POST',
    path: '/api/admin/members/:memberId/cards/:cardId/:state/',
    access: 'staff.members',
    summary: 'Ends a card, which leaves every door at once; a retired one may still turn out to be lost.',
    params: CardParams.extend({ state: Ended }),
    output: Empty,
    errors: ['notFound', 'outranked'],
  },
  restore: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/cards/:cardId/restore/',
    access: 'staff.members',
    summary: 'Brings a retired card back to work. A lost one stays lost.',
    params: CardParams,
    output: Empty,
    errors: ['notFound', 'outranked', 'cardTaken', 'cardLost'],
  },
  relabel: {
    method: 'PUT',
    path: '/api/admin/members/:memberId/cards/:cardId/',
    access: 'staff.members',
    summary: 'Names a card.',
    params: CardParams,
    body: z.object({ label: Label }),
    output: Empty,
    errors: ['notFound', 'outranked'],
  },
  listUnknown: {
    method: 'GET',
    path: '/api/admin/cards/unknown/',
    access: 'staff.members',
    summary: 'Every door with the last card nobody has that was held to it in the last 5 minutes.',
    output: z.object({ doors: z.array(UnknownCard) }),
  },
  claim: {
    method: 'POST',
    path: '/api/admin/members/:memberId/cards/claim/',
    access: 'staff.members',
    summary: 'Gives a member the card of a swipe that nobody has, at most 5 minutes after it.',
    params: Params,
    body: z.object({ swipeId: z.number().int().min(1), label: Label, replaces: Replaced.optional() }),
    output: Empty,
    errors: ['notFound', 'outranked', 'cardTaken', 'swipeTooOld'],
  },
})
