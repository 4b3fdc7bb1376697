import { sql, type Kysely } from 'kysely'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { hashWording } from '../agreements/rules.ts'
import { type CastMember, memberNamed, timeOn } from './cast.ts'

const first = {
  title: 'House rules',
  text: 'Riverbend Makers is run by volunteers.\n\nClean up after yourself. Label what you leave here. Report what is broken, also when you broke it.',
}

const second = {
  ...first,
  text: `${first.text}\n\nThe last one out turns off the compressor and checks that the back door is locked.`,
}

type Version = typeof first

/** Rules with a text of before and one of now, which most members have signed and some have not. */
const seedAgreement = async (db: Kysely<Database>, { now, today, author }: Moment): Promise<void> => {
  const { id: agreementId } = await db
    .insertInto('agreements')
    .values({ required_of: 'everyone', created_at: timeOn(now, { daysAgo: 800 }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = (number: number, wording: Version, daysAgo: number) => ({
    agreement_id: agreementId,
    number,
    ...wording,
    text_hash: hashWording(wording),
    in_force_from: addDays(today, -daysAgo),
    created_at: timeOn(now, { daysAgo, hour: 9 }),
    created_by: author.id,
    told_at: timeOn(now, { daysAgo, hour: 10 }),
  })
  const versions = await db
    .insertInto('agreement_versions')
    .values([version(1, first, 800), version(2, second, 21)])
    .returning(['id', 'number'])
    .execute()
  const idOf = (number: number) => versions.find((row) => row.number === number)?.id ?? 0
  // Every seventh has not signed the text of now.
  await sql`insert into agreement_signatures (version_id, member_id, signed_name, signed_at, client_address, text_hash)
    select ${idOf(1)}::int, id, ${fullNameOf('members')},
      greatest(first_joined_at, ${timeOn(now, { daysAgo: 799, hour: 19 })}), '10.20.0.14', ${hashWording(first)}
    from members where first_joined_at is not null order by id`.execute(db)
  await sql`insert into agreement_signatures (version_id, member_id, signed_name, signed_at, client_address, text_hash)
    select ${idOf(2)}::int, id, ${fullNameOf('members')},
      ${timeOn(now, { daysAgo: 20, hour: 19 })}::timestamptz + id % 10 * interval '1 day', '10.20.0.14', ${hashWording(second)}
    from members where membership_state = 'active' and id % 7 <> 0 order by id`.execute(db)
}

type Moment = { now: Date; today: string; author: CastMember }

/** A member comes back that staff had made inactive: staff decide. */
const seedApplicant = async (services: Services, cast: readonly CastMember[]): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  const tilda = await db
    .selectFrom('members')
    .select(['id', 'spell'])
    .where('id', '=', memberNamed(cast, 'Tilda').id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('applications')
    .values({
      member_id: tilda.id,
      spell: tilda.spell,
      state: 'waiting',
      submitted_at: timeOn(services.now(), { daysAgo: 1, hour: 20.2 }),
      is_returning: true,
      question: 'Are you back for good? Then you get your old locker.',
      asked_at: timeOn(services.now(), { daysAgo: 1, hour: 20.5 }),
      answer: 'Yes, for at least two years.',
      answered_at: timeOn(services.now(), { daysAgo: 0, hour: 8.1 }),
    })
    .execute()
}

/** Rules with who signed them, and an application that waits for staff. Manu, who has a plan and has not signed, is half way. */
export const seedJoining = async (services: Services, cast: readonly CastMember[]): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  const now = services.now()
  const today = localDay(now, await services.settings.get('SITE_TIME_ZONE'))
  await seedAgreement(db, { now, today, author: memberNamed(cast, 'Margit') })
  await seedApplicant(services, cast)
}
