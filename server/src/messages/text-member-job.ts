import { SmsOccasion } from '@spacekeeper/contract/messages.ts'
import { z } from 'zod'
import { job } from '#platform/jobs/job.ts'

/** For the `addJob` of whatever has become of a member: he is written a text message, if the site wants that. */
export const textMemberJob = job(
  'textMember',
  z.object({
    memberId: z.number().int(),
    occasion: SmsOccasion,
    /** Where it happened, if that is a door or machine. */
    deviceId: z.number().int().nullable().default(null),
  }),
)
