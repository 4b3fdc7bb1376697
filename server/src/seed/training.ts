import { sql, type Kysely } from 'kysely'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { aCertificate } from '../training/factory.ts'
import { type Places, timeOn } from './cast.ts'
import type { SeededSpace } from './space.ts'

const choice = (text: string, isRight = false) => ({ text, isRight })

const houseCourse = {
  name: 'Space induction',
  description: 'Where things are, who to ask, and how we get out when it burns.',
  pages: [
    {
      title: 'Welcome',
      body: 'Riverbend Makers is run by volunteers. Clean up after yourself, label what you leave here, and ask before you use something you don’t know.',
    },
    {
      title: 'When something goes wrong',
      body: 'The red buttons stop all machines. The first-aid kit hangs by the front door.\n\nIn a fire: leave everything, go out by the front door, and meet at the bicycle stands.',
    },
  ],
  questions: [
    {
      text: 'What do the red buttons do?',
      choices: [choice('They ring the bell'), choice('They stop all machines', true), choice('They open the doors')],
    },
    {
      text: 'What do you do in a fire?',
      choices: [
        choice('Leave everything', true),
        choice('Fetch your jacket'),
        choice('Meet at the bicycle stands', true),
      ],
    },
  ],
}

/** The laser asks for a certificate that members have, and that Bo let lapse; new members take a course. */
export const seedTraining = async (
  services: Services,
  { places, members }: { places: Places } & Pick<SeededSpace, 'members'>,
): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  const now = services.now()
  const today = localDay(now, await services.settings.get('SITE_TIME_ZONE'))
  const since = timeOn(now, { daysAgo: 700, hour: 18 })
  await aCertificate(db, { ...houseCourse, course: 'builtIn', passPercent: 80, coolDownHours: 1, isInduction: true })
  const { id: laser } = await aCertificate(db, {
    name: 'Laser induction',
    description: 'Materials, focus, extraction, and why you never leave it alone.',
    validDays: 730,
    unusedDays: 180,
    deviceIds: [places.laser.id],
    trainerIds: [members.ada, members.gil],
  })
  await db
    .insertInto('grants')
    .values({ member_id: members.bo, device_id: places.laser.id, source: 'hand', granted_at: since })
    .onConflict((on) => on.doNothing())
    .execute()
  // The first of them ends within the month, so that reminders have something to say.
  await sql`
    insert into awards (member_id, certificate_id, at, awarded_by, source, expires_on, used_on)
    select g.member_id, ${laser}::int, greatest(g.granted_at, ${since}), ${members.gil}::int, 'trainer',
      ${addDays(today, 20)}::date + (g.member_id % 20) * 30, ${today}::date - (g.member_id % 60)
    from grants g where g.device_id = ${places.laser.id} and g.member_id <> ${members.bo}`.execute(db)
  await db
    .insertInto('awards')
    .values({
      member_id: members.bo,
      certificate_id: laser,
      at: since,
      awarded_by: members.gil,
      source: 'trainer',
      expires_on: addDays(today, 30),
      ended_at: timeOn(now, { daysAgo: 12, hour: 0.1 }),
      end_kind: 'unused',
    })
    .execute()
}
