import { z } from 'zod'
import { inFuture } from '../days.ts'
import { MotionDraft } from './shapes.ts'
import { ballotKinds, motionKinds, shareBases } from './words.ts'

/** Usual majorities; with `other` a share is typed. */
export const typedShares = ['half', 'twoThirds', 'threeQuarters', 'other'] as const

const usualShares = {
  half: null,
  twoThirds: { numerator: 2, denominator: 3 },
  threeQuarters: { numerator: 3, denominator: 4 },
} as const

const TypedNumber = z.union([z.number(), z.string()])

/** What a field of a browser holds, in the zone of its reader. */
const asInstant = (typed: string) => {
  const at = new Date(typed)
  return typed === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

const TypedMotion = z.object({
  kind: z.enum(motionKinds),
  title: z.string(),
  details: z.string(),
  ballot: z.enum(ballotKinds),
  method: z.enum(['ranked', 'approval']),
  seats: TypedNumber,
  share: z.enum(typedShares),
  numerator: TypedNumber,
  denominator: TypedNumber,
  shareOf: z.enum(shareBases),
  options: z.array(z.object({ name: z.string(), details: z.string() })),
  opensAt: inFuture(z.string(), 'instant'),
  closesAt: inFuture(z.string(), 'instant'),
})

export type TypedMotion = z.infer<typeof TypedMotion>

const shareOf = ({ share, numerator, denominator }: TypedMotion) =>
  share === 'other' ? { numerator: Number(numerator), denominator: Number(denominator) } : usualShares[share]

/** A vote as it is typed: what does not belong to its kind is left out, and so are empty options. */
export const MotionForm = TypedMotion.transform((typed): z.input<typeof MotionDraft> => {
  const { kind, title, details, ballot } = typed
  const times = { opensAt: asInstant(typed.opensAt), closesAt: asInstant(typed.closesAt) }
  const shared = { kind, title, details, ballot, ...times }
  if (kind === 'motion') return { ...shared, method: 'majority', share: shareOf(typed), shareOf: typed.shareOf }
  const options = typed.options.filter(({ name, details: about }) => `${name}${about}`.trim() !== '')
  return { ...shared, method: typed.method, seats: Number(typed.seats), options }
}).pipe(MotionDraft)
