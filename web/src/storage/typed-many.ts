// On its own: what is typed is read before it is sent and while it is typed.
import { ManyPlaces } from '@spacekeeper/contract/storage/shapes.ts'
import { z } from 'zod'

/** What is typed in a field for numbers; nothing is no number. */
const number = (text: unknown) => (typeof text === 'string' && text.trim() !== '' ? Number(text) : text)

type TypedMany = Record<'prefix' | 'first' | 'last' | 'kind' | 'area', unknown>

const numbered = (typed: TypedMany) => ({ ...typed, first: number(typed.first), last: number(typed.last) })

/** The fields of numbered places as they are typed, in the rules of the contract. */
export const TypedManyPlaces = z
  .object({ prefix: z.unknown(), first: z.unknown(), last: z.unknown(), kind: z.unknown(), area: z.unknown() })
  .transform(numbered)
  .pipe(ManyPlaces)
