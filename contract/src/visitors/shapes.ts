import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { Email, fieldMessages, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { leastSearched } from './words.ts'

const VisitDay = z.iso.date()

export const VisitorName = z.string().trim().min(1, fieldMessages.empty).pipe(Text(100))

export const OptionalEmail = z.union([z.literal(''), Email]).default('')

/** What is typed to find a name. */
export const SearchedName = z
  .string()
  .trim()
  .regex(new RegExp(`[\\p{L}\\p{N}]{${leastSearched}}`, 'u'), `Type at least ${leastSearched} letters.`)
  .pipe(Text(100))

export const VisitorCode = z.string().min(1).max(30)

/** Why a browser that is no kiosk may sign a visitor in: an invitation, or what a kiosk shows for a while. */
export const visitorPasses = {
  invitation: VisitorCode.optional(),
  kioskPass: z.string().min(1).max(200).optional(),
}

/** What a visitor is asked at the entrance. */
export const VisitorForm = z.object({
  agreements: z.array(z.object({ versionId: z.number().int(), title: z.string(), text: z.string() })),
  needsHost: z.boolean(),
  /** The host announced them. */
  expected: z.object({ name: z.string(), hostName: z.string().nullable() }).nullable(),
  isKiosk: z.boolean(),
  /** Only at a kiosk: the address of this form for a phone, for as long as its code is shown. */
  phoneAddress: z.string().nullable(),
})

export type VisitorForm = z.infer<typeof VisitorForm>

export const FoundName = z.object({ id: z.number().int(), name: z.string() })

export type FoundName = z.infer<typeof FoundName>

/** What the page says that a visitor's label leads to. */
export const VisitorPass = z.object({
  code: z.string(),
  name: z.string(),
  hostName: z.string().nullable(),
  expectedOn: VisitDay.nullable(),
  arrivedAt: Instant.nullable(),
  leftAt: Instant.nullable(),
})

export type VisitorPass = z.infer<typeof VisitorPass>

/** A visitor as their host sees them. */
export const OwnVisitor = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  note: z.string(),
  expectedOn: VisitDay.nullable(),
  arrivedAt: Instant.nullable(),
})

export type OwnVisitor = z.infer<typeof OwnVisitor>

/** A visitor as staff see them. */
export const ListedVisitor = OwnVisitor.extend({
  email: z.string(),
  leftAt: Instant.nullable(),
  host: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** What they agreed to: title and version. */
  agreed: z.array(z.object({ title: z.string(), version: z.number().int() })),
})

export type ListedVisitor = z.infer<typeof ListedVisitor>

export const expectedFields = {
  name: VisitorName,
  email: OptionalEmail,
  expectedOn: FutureDay,
  note: Text(200).default(''),
}
