import { z } from 'zod'
import { Url } from '../addresses.ts'
import { fieldMessages, Lines, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { awardEnds, awardProblems, awardSources, courseKinds, mostPages, mostQuestions } from './words.ts'

const Whole = (least: number, most: number) =>
  z.number().int('A whole number.').min(least, `At least ${least}.`).max(most)

/** A day of the calendar where the space is. */
const Day = z.iso.date()

export const CourseKind = z.enum(courseKinds)

export type CourseKind = z.infer<typeof CourseKind>

/** What staff write down of a certificate. */
export const CertificateDetails = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(60)),
  description: Lines(1000),
  course: CourseKind,
  /** The number of the course in Moodle or Canvas. */
  courseRef: z
    .string()
    .trim()
    .regex(/^\d{0,18}$/, 'The number of the course, such as 12.'),
  /** Where members take it. */
  courseUrl: Url,
  passPercent: Whole(0, 100),
  /** So long a member waits after a failed quiz. */
  coolDownHours: Whole(0, 720),
  /** Null: for ever. */
  validDays: Whole(1, 3650).nullable(),
  /** It ends when it is not used for so long; null: it does not. */
  unusedDays: Whole(7, 3650).nullable(),
  /** So many days before it ends the member gets an email. */
  remindDays: z.array(Whole(1, 365)).max(5, 'At most 5 reminders.'),
  /** The one that joining asks for; there is one at most. */
  isInduction: z.boolean(),
})

export type CertificateDetails = z.infer<typeof CertificateDetails>

export const IdAndName = z.object({ id: z.number().int(), name: z.string() })

export type IdAndName = z.infer<typeof IdAndName>

/** A certificate as staff see it in the list. */
export const Certificate = CertificateDetails.extend({
  id: z.number().int(),
  archivedAt: Instant.nullable(),
  pages: z.number().int(),
  questions: z.number().int(),
  /** Members who have it now. */
  holders: z.number().int(),
  devices: z.array(IdAndName.extend({ kind: z.enum(['door', 'interlock']) })),
  trainers: z.array(IdAndName),
})

export type Certificate = z.infer<typeof Certificate>

const Choice = z.object({
  text: z.string().trim().min(1, fieldMessages.empty).pipe(Text(300)),
  isRight: z.boolean(),
})

/** A question is answered when exactly the right choices are ticked. */
export const Question = z.object({
  text: z.string().trim().min(1, fieldMessages.empty).pipe(Text(500)),
  choices: z
    .array(Choice)
    .min(2, 'At least two answers.')
    .max(8, 'At most 8 answers.')
    .refine((choices) => choices.some(({ isRight }) => isRight), 'Mark the right answer.'),
})

export type Question = z.infer<typeof Question>

/** A picture as its upload named it. */
const PictureHash = Text(40)

export const CoursePageDetails = z.object({
  title: z.string().trim().min(1, fieldMessages.empty).pipe(Text(100)),
  body: Lines(5000),
  pictureHash: PictureHash.nullable(),
})

export type CoursePageDetails = z.infer<typeof CoursePageDetails>

export const CoursePage = CoursePageDetails.extend({ picture: z.string().nullable() })

export type CoursePage = z.infer<typeof CoursePage>

/** What members read and answer, as staff write it. */
export const CourseContent = z.object({
  pages: z.array(CoursePageDetails).max(mostPages, `At most ${mostPages} pages.`),
  questions: z.array(Question).max(mostQuestions, `At most ${mostQuestions} questions.`),
})

export type CourseContent = z.infer<typeof CourseContent>

export const AwardSource = z.enum(awardSources)

export const AwardEnd = z.enum(awardEnds)

export type AwardEnd = z.infer<typeof AwardEnd>

/** A certificate that a member has or had. */
export const Award = z.object({
  id: z.number().int(),
  certificateId: z.number().int(),
  certificate: z.string(),
  at: Instant,
  source: AwardSource,
  /** Who awarded it; null for a course and an import. */
  by: z.string().nullable(),
  /** The first day without it, as things are; null: it does not end by itself. */
  endsOn: Day.nullable(),
  end: z.object({ at: Instant, kind: AwardEnd, reason: z.string(), by: z.string().nullable() }).nullable(),
})

export type Award = z.infer<typeof Award>

/** A member who has a certificate, or had it. */
export const CertificateHolder = Award.omit({ certificateId: true, certificate: true }).extend({
  memberId: z.number().int(),
  name: z.string(),
})

export type CertificateHolder = z.infer<typeof CertificateHolder>

/** What a file of awards holds. */
export const AwardFileContent = z.object({
  /** So many are awarded by it. */
  awards: z.number().int(),
  /** Lines that add nothing: the member has it since that day or a later one, or another line says more. */
  known: z.number().int(),
  /** `line` counts from 1; `text` is what stands there. */
  problems: z.array(z.object({ line: z.number().int(), text: z.string(), problem: z.enum(awardProblems) })),
  /** The first ones that are awarded. */
  sample: z.array(z.object({ name: z.string(), on: Day, endsOn: Day.nullable() })),
})

export type AwardFileContent = z.infer<typeof AwardFileContent>

export type AwardProblem = AwardFileContent['problems'][number]['problem']

/** A certificate that a device may ask for. */
export const Requirement = IdAndName.extend({
  isRequired: z.boolean(),
  /** Active members with access who do not have it, and so could not use the device. */
  lacking: z.number().int(),
})

export type Requirement = z.infer<typeof Requirement>

/** What comes next for a member who does not have a certificate. */
export const NextStep = z.object({
  /** `course` is read here, `elsewhere` at its address; the others are asked. */
  kind: z.enum(['course', 'elsewhere', 'trainer', 'staff']),
  /** Where the course is, for `elsewhere`; it may be empty. */
  url: z.string(),
  /** After a failed quiz. */
  retryAt: Instant.nullable(),
  /** Who can award it, as other members read their names. */
  trainers: z.array(z.string()),
})

export type NextStep = z.infer<typeof NextStep>

/** A certificate that the member does not have, and what it is for. */
export const OpenCertificate = IdAndName.extend({
  description: z.string(),
  /** Doors and machines the member was granted, which need it. */
  devices: z.array(z.string()),
  isInduction: z.boolean(),
  next: NextStep,
})

export type OpenCertificate = z.infer<typeof OpenCertificate>

export const HeldCertificate = Award.omit({ end: true }).extend({
  description: z.string(),
  devices: z.array(z.string()),
  /** How it is had again before it ends; null while there is time. */
  renewal: NextStep.nullable(),
})

export type HeldCertificate = z.infer<typeof HeldCertificate>

export const OwnTraining = z.object({
  held: z.array(HeldCertificate),
  open: z.array(OpenCertificate),
  ended: z.array(Award),
  /** What the caller may award to others. */
  trains: z.array(IdAndName),
})

export type OwnTraining = z.infer<typeof OwnTraining>

/** A course as members take it: nothing in it says which answers are right. */
export const Course = IdAndName.extend({
  description: z.string(),
  pages: z.array(CoursePage.omit({ pictureHash: true })),
  questions: z.array(z.object({ text: z.string(), choices: z.array(z.string()), isMany: z.boolean() })),
  passPercent: z.number().int(),
  coolDownHours: z.number().int(),
  isHeld: z.boolean(),
  retryAt: Instant.nullable(),
})

export type Course = z.infer<typeof Course>

export const QuizResult = z.object({
  isPassed: z.boolean(),
  percent: z.number().int(),
  right: z.number().int(),
  retryAt: Instant.nullable(),
})

export type QuizResult = z.infer<typeof QuizResult>
