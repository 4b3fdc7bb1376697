import type { Domain } from '#platform/domain.ts'
import { attendanceJobs } from './attendance/jobs.ts'
import { rollLapsedMail } from './attendance/lapsed-roll.ts'
import { attendancePersonalData } from './attendance/personal-data.ts'
import { attendanceRoutes } from './attendance/routes.ts'
import { meetingJobs } from './jobs.ts'
import { meetingMails } from './mails.ts'
import { meetingPersonalData, meetingRetentions } from './personal-data.ts'
import { meetingRoutes } from './routes.ts'

export const meetingsDomain: Domain = {
  name: 'meetings',
  tables: [
    'meetings',
    'meeting_items',
    'meeting_files',
    'meeting_letters',
    'meeting_letter_recipients',
    'meeting_apologies',
    'meeting_roll',
    'meeting_roll_removals',
    'meeting_attendance',
    'meeting_quorum_rules',
    'meeting_kiosks',
  ],
  routes: (app, services) => {
    meetingRoutes(app, services)
    attendanceRoutes(app, services)
  },
  jobs: [...meetingJobs, ...attendanceJobs],
  mails: [...meetingMails, rollLapsedMail],
  personalData: {
    tables: { ...meetingPersonalData.tables, ...attendancePersonalData.tables },
    lists: [...(meetingPersonalData.lists ?? []), ...(attendancePersonalData.lists ?? [])],
    erase: async (work, memberId) => {
      await meetingPersonalData.erase?.(work, memberId)
      await attendancePersonalData.erase?.(work, memberId)
    },
  },
  retentions: meetingRetentions,
}
