import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { Email, fieldMessages, Lines, Text } from '../fields.ts'
import { Id, Instant } from '../route.ts'
import { agreementAudiences, longestAgreement } from './words.ts'

/** A day of the calendar where the space is. */
const Day = z.iso.date()

/** What is typed as a signature, or as the name of a guardian. */
export const SignedName = z.string().trim().min(1, fieldMessages.empty).pipe(Text(100))

export const Guardian = z.object({ name: SignedName, email: Email })

export type Guardian = z.infer<typeof Guardian>

/** An agreement that the caller has not signed as it reads now. */
export const DueAgreement = z.object({
  versionId: z.number().int(),
  title: z.string(),
  text: z.string(),
  /** They signed an earlier text of it. */
  isChanged: z.boolean(),
})

export type DueAgreement = z.infer<typeof DueAgreement>

export const SignedAgreement = z.object({
  id: z.number().int(),
  title: z.string(),
  version: z.number().int(),
  /** There is a later text of it. */
  isFormer: z.boolean(),
  signedName: z.string(),
  signedAt: Instant,
  /** For a minor. It counts once their guardian has signed. */
  guardian: z.object({ name: z.string(), signedAt: Instant.nullable() }).nullable(),
})

export type SignedAgreement = z.infer<typeof SignedAgreement>

/** A guardian who was asked and has not signed. */
export const GuardianRequest = z.object({
  name: z.string(),
  email: z.string(),
  askedAt: Instant,
  isExpired: z.boolean(),
})

export type GuardianRequest = z.infer<typeof GuardianRequest>

export const OwnAgreements = z.object({
  due: z.array(DueAgreement),
  signed: z.array(SignedAgreement),
  guardian: GuardianRequest.nullable(),
  /** They once named a guardian, and sign with one until staff say that they are of age. */
  isMinor: z.boolean(),
})

export type OwnAgreements = z.infer<typeof OwnAgreements>

/** What a guardian reads behind their link. */
export const GuardianView = z.object({
  memberName: z.string(),
  guardianName: z.string(),
  isSigned: z.boolean(),
  agreements: z.array(z.object({ title: z.string(), text: z.string() })),
})

export type GuardianView = z.infer<typeof GuardianView>

export const WordingFields = {
  title: z.string().trim().min(1, fieldMessages.empty).pipe(Text(150)),
  text: z.string().trim().min(1, fieldMessages.empty).pipe(Lines(longestAgreement)),
  inForceFrom: FutureDay,
}

/** Who signs. Without any plan an agreement for plans would be signed by no one. */
export const audienceFields = {
  requiredOf: z.enum(agreementAudiences),
  planIds: z.array(Id).max(200).default([]),
}

export const needsPlans = ({ requiredOf, planIds }: { requiredOf: string; planIds: readonly number[] }) =>
  requiredOf !== 'plans' || planIds.length > 0

export const AgreementVersion = z.object({
  id: z.number().int(),
  number: z.number().int(),
  title: z.string(),
  text: z.string(),
  inForceFrom: Day,
  createdAt: Instant,
  createdBy: z.string().nullable(),
  /** SHA-256 of title and text, in hexadecimal digits. */
  hash: z.string(),
  signatures: z.number().int(),
})

export type AgreementVersion = z.infer<typeof AgreementVersion>

/** An agreement in the list of staff. */
export const AgreementSummary = z.object({
  id: z.number().int(),
  title: z.string(),
  requiredOf: z.enum(agreementAudiences),
  planIds: z.array(z.number().int()),
  isArchived: z.boolean(),
  /** The number of the text that is signed now; null before the first is in force. */
  version: z.number().int().nullable(),
  /** The day a later text comes into force. */
  nextFrom: Day.nullable(),
  /** Active members who signed it as it reads now, and those who have not. */
  signed: z.number().int(),
  missing: z.number().int(),
})

export type AgreementSummary = z.infer<typeof AgreementSummary>

export const AgreementList = z.object({
  agreements: z.array(AgreementSummary),
  /** The plans that may be named. */
  plans: z.array(z.object({ id: z.number().int(), name: z.string() })),
})

export type AgreementList = z.infer<typeof AgreementList>

export const AgreementPerson = z.object({
  memberId: z.number().int(),
  name: z.string(),
  /** They sign with a guardian. */
  isMinor: z.boolean(),
  /** Null: they have not signed the text of now. */
  signature: z
    .object({
      id: z.number().int(),
      version: z.number().int(),
      name: z.string(),
      at: Instant,
      guardian: z.object({ name: z.string(), signedAt: Instant.nullable() }).nullable(),
    })
    .nullable(),
})

export type AgreementPerson = z.infer<typeof AgreementPerson>
