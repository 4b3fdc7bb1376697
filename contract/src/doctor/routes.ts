import { z } from 'zod'
import { Instant, routes } from '../route.ts'
import { healthAreas, healthStates } from './words.ts'

/** One check and what it found the last time. */
export const HealthLine = z.object({
  name: z.string(),
  area: z.enum(healthAreas),
  /** What was looked at. */
  title: z.string(),
  state: z.enum(healthStates),
  /** A sentence; `{at}` in it stands for the instant of that name. */
  says: z.string(),
  at: Instant.nullable(),
  /** What to do about it; null where all is well. */
  todo: z.string().nullable(),
  /** The page of the portal where it is done. */
  to: z.string().nullable(),
  /** Null before the first time. */
  lookedAt: Instant.nullable(),
  /** It was looked at so long ago that the state may be another one by now. */
  isOld: z.boolean(),
})

export type HealthLine = z.infer<typeof HealthLine>

const HealthReport = z.object({ lines: z.array(HealthLine) })

const VersionReport = z.object({
  version: z.string(),
  /** When it was first started; null where that is not known. */
  since: Instant.nullable(),
  /** Answer of the address that is set for newer versions; null while none is set. */
  newest: z
    .object({
      askedAt: Instant.nullable(),
      version: z.string().nullable(),
      /** Where it says what is new. */
      page: z.string().nullable(),
      isNewer: z.boolean(),
      /** Why the last question had no answer. */
      fault: z.string().nullable(),
    })
    .nullable(),
  /** News for people who run a space, the newest version first. */
  notes: z.array(z.object({ version: z.string(), lines: z.array(z.string()) })),
})

export type VersionReport = z.infer<typeof VersionReport>

export const doctorApi = routes({
  getReport: {
    method: 'GET',
    path: '/api/admin/doctor/',
    access: 'staff.settings',
    summary:
      'What the checks of the portal found. Those that ask others or take long are not run, their last result is.',
    output: HealthReport,
  },
  lookAgain: {
    method: 'POST',
    path: '/api/admin/doctor/look/',
    keepsAnswers: true,
    access: 'staff.settings',
    summary: 'Runs every check now, each with a time limit. What was looked at in the last ten seconds is not again.',
    output: HealthReport,
  },
  getVersion: {
    method: 'GET',
    path: '/api/admin/version/',
    access: 'staff.settings',
    summary: 'Which version of the portal runs, since when, and what is new in it.',
    output: VersionReport,
  },
})
