import type { Services } from '#platform/ctx.ts'
import { seedAttendance } from './attendance.ts'
import type { CastMember } from './cast.ts'
import { seedDirectory } from './directory.ts'
import { seedMeetings } from './meetings.ts'
import { seedOpenings } from './openings.ts'
import { seedProxies } from './proxies.ts'
import { seedStatistics } from './statistics.ts'
import { seedVotes } from './votes.ts'

/** What the members decide together, and what the space says of itself. */
export const seedCommunity = async (services: Services, cast: CastMember[]): Promise<void> => {
  const meetings = await seedMeetings(services, cast)
  await seedProxies(services, { cast, meetingId: meetings.coming.id })
  const attendance = await seedAttendance(services, { cast, meetings })
  await seedVotes(services, { cast, meetings, attendance })
  await seedStatistics(services)
  await seedDirectory(services)
  await seedOpenings(services, cast)
}
