// On its own: only the dialog of a meeting needs it, and the shapes that every page of meetings loads do without.
import { z } from 'zod'
import { MeetingTime, NewMeeting, PlannedMinutes } from './shapes.ts'
import { meetingTypes } from './words.ts'

/** A meeting as it is typed: fields of browsers put a letter between day and time. */
export const MeetingForm = z.object({
  type: z.enum(meetingTypes, 'Choose a type.'),
  date: z
    .string()
    .transform((typed) => typed.replace('T', ' '))
    .pipe(MeetingTime),
  chair: NewMeeting.shape.chair,
  name: NewMeeting.shape.name,
  description: NewMeeting.shape.description,
  place: NewMeeting.shape.place,
  link: NewMeeting.shape.link,
  minutesPlanned: PlannedMinutes,
  invitesItself: z.boolean(),
})

export type MeetingForm = z.infer<typeof MeetingForm>
