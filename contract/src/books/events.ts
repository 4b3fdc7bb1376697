import { type EventWords, say } from '../event.ts'

export const booksEvents = {
  'books.closed': say('money', '{actor} closed the books through {closedThrough}'),
  'books.reopened': say('money', '{actor} reopened the books: {reason}'),
  'books.exported': say('exports', '{actor} exported the books of {month}'),
} as const satisfies Record<`${string}.${string}`, EventWords>
