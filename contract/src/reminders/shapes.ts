import { z } from 'zod'
import { collectors } from '../billing/words.ts'
import { ofKind } from '../field-words.ts'
import { fieldMessages, Lines, Text } from '../fields.ts'
import { Id, Instant } from '../route.ts'
import {
  earliestOffset,
  latestOffset,
  leftOutReasons,
  reminderActions,
  reminderChannels,
  unknownPlaceholder,
  unpaidChoices,
} from './words.ts'

/** The longest text message, and what a template of one may hold before it is filled in. */
export const maxTextMessage = 320

const known = (template: string, context: z.RefinementCtx) => {
  const unknown = unknownPlaceholder(template)
  if (unknown !== null) context.addIssue({ code: 'custom', message: `Unknown placeholder: ${unknown}.` })
}

const StepFields = {
  offsetDays: z
    .number(ofKind('Enter a number of days.'))
    .int('A number of whole days.')
    .min(earliestOffset, `At most ${-earliestOffset} days before.`)
    .max(latestOffset),
  /** Only for those who pay in one of these ways; null: for all. */
  collectors: z.array(z.enum(collectors)).min(1, 'Choose at least one.').max(collectors.length).nullable(),
  channel: z.enum(reminderChannels),
  /** Of an email; a text message has none. */
  subject: Text(150).superRefine(known),
  text: z.string().trim().min(1, fieldMessages.empty).pipe(Lines(5000)).superRefine(known),
  action: z.enum(reminderActions),
  unpaid: z.enum(unpaidChoices),
  isOn: z.boolean(),
}

type ReminderTexts = { channel: string; subject: string; text: string }

const rightLengths = ({ channel, subject, text }: ReminderTexts, context: z.RefinementCtx) => {
  if (channel === 'email' && subject.trim() === '') {
    context.addIssue({ code: 'custom', path: ['subject'], message: fieldMessages.empty })
  }
  if (channel === 'sms' && text.length > maxTextMessage) {
    context.addIssue({ code: 'custom', path: ['text'], message: `Must be at most ${maxTextMessage} characters.` })
  }
}

/** What staff type of a step. */
export const StepDetails = z
  .object(StepFields)
  .superRefine(rightLengths)
  .superRefine(({ action, offsetDays }, context) => {
    if (action === 'none' || offsetDays > 0) return
    const message = 'Access and memberships end at the earliest one day after the payment is due.'
    context.addIssue({ code: 'custom', path: ['offsetDays'], message })
  })

export type StepDetails = z.infer<typeof StepDetails>

export const ReminderStep = z.object({ ...StepFields, id: z.number().int(), planId: z.number().int().nullable() })

export type ReminderStep = z.infer<typeof ReminderStep>

const { channel, subject, text } = StepFields

/** A template to see filled in: for a member, or for one made up for the purpose. */
export const PreviewRequest = z
  .object({ channel, subject, text, planId: Id.nullable().default(null), memberId: Id.nullable().default(null) })
  .superRefine(rightLengths)

export const ReminderPreview = z.object({
  /** Who it is for. */
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The email as it looks; null for a text message. */
  html: z.string().nullable(),
  /** Text messages hold 320 characters; what is longer is cut off. */
  isCut: z.boolean(),
})

export type ReminderPreview = z.infer<typeof ReminderPreview>

const Target = {
  memberId: z.number().int(),
  memberName: z.string(),
  chargeId: z.number().int(),
  openCents: z.number().int(),
  dueOn: z.iso.date(),
  offsetDays: z.number().int(),
}

export const DueReminder = z.object({
  ...Target,
  /** A text message that cannot be sent goes as an email. */
  channel: z.enum(reminderChannels),
  action: z.enum(reminderActions),
})

export type DueReminder = z.infer<typeof DueReminder>

export const LeftOutReminder = z.object({ ...Target, reason: z.enum(leftOutReasons) })

export type LeftOutReminder = z.infer<typeof LeftOutReminder>

export const DryRun = z.object({
  /** The day it is for: today, or tomorrow once today’s reminders went out. */
  day: z.iso.date(),
  due: z.array(DueReminder),
  dueCount: z.number().int(),
  leftOut: z.array(LeftOutReminder),
  leftOutCount: z.number().int(),
})

export type DryRun = z.infer<typeof DryRun>

/** What will happen to a member on a day, unless they pay. */
export const UpcomingStep = z.object({
  on: z.iso.date(),
  /** `accessEnds`: the days of grace are over. */
  kind: z.enum(['email', 'sms', 'accessEnds', 'endMembership']),
  openCents: z.number().int(),
})

export type UpcomingStep = z.infer<typeof UpcomingStep>

export const UpcomingSteps = z.object({
  steps: z.array(UpcomingStep),
  /** Why nothing happens now, though something is open. */
  paused: z.enum(leftOutReasons).nullable(),
})

export type UpcomingSteps = z.infer<typeof UpcomingSteps>

export const ReminderBook = z.object({
  steps: z.array(ReminderStep),
  /** The plans there are, by name; those with steps of their own do not follow the space’s. */
  plans: z.array(z.object({ id: z.number().int(), name: z.string(), hasOwnSteps: z.boolean() })),
  graceDays: z.number().int(),
  isSmsOn: z.boolean(),
  lastRun: z
    .object({
      day: z.iso.date(),
      finishedAt: Instant,
      done: z.number().int(),
      leftOut: z.number().int(),
      failed: z.number().int(),
    })
    .nullable(),
})

export type ReminderBook = z.infer<typeof ReminderBook>
