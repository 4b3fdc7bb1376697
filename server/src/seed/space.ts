import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { sql, type Kysely } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { aGrant } from '../access/factory.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { aDevice } from '../devices/factory.ts'
import { aMember } from '../members/factory.ts'
import { changeSetting } from '../settings/settings.ts'
import { personas, type PersonaName } from './personas.ts'

const site: [SettingKey, unknown][] = [
  ['SITE_NAME', 'Riverbend Makers'],
  ['SITE_OWNER', 'Riverbend Makers Inc.'],
  ['EMAIL_ADMIN', 'hello@example.org'],
  ['EMAIL_DEFAULT_FROM', 'portal@example.org'],
  ['ENABLE_PORTAL_SITE_SIGN_IN', true],
  ['REQUIRE_SITE_SIGN_IN', true],
  ['ENABLE_PORTAL_MEMBERS_ON_SITE', true],
  [
    'HOME_PAGE_CARDS',
    [
      {
        title: 'Calendar',
        description: 'Workshops and open evenings',
        icon: 'mdi-calendar',
        url: 'https://example.org/calendar',
        btn_text: 'Open the calendar',
      },
      {
        title: 'Handbook',
        description: 'House rules and how-tos',
        icon: 'mdi-book-open-variant',
        url: 'https://example.org/handbook',
        btn_text: 'Read',
      },
    ],
  ],
]

/** The front door lets people in before they can sign in on site; behind it, signing in is asked for. */
const doors = [
  { name: 'Front door', serial: 'demo-front-door', isExemptFromSignin: true },
  { name: 'Woodshop', serial: 'demo-woodshop', isExemptFromSignin: false },
  { name: 'Metal shop', serial: 'demo-metal-shop', isExemptFromSignin: false },
]

const withGrants: PersonaName[] = ['ada', 'bo', 'cy', 'eve', 'gil']

export type SeededDoor = { id: number; name: string; serial: string; key: string }
export type SeededSpace = { members: Record<PersonaName, number>; doors: SeededDoor[] }

/** Fills an empty portal with a small space: people, doors with keys, grants. */
export const seedSpace = async (services: Services, password: string): Promise<SeededSpace> => {
  const ctx = systemCtx(services)
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  for (const [key, value] of site) await changeSetting(ctx, { key, value })
  const passwordHash = await hashPassword(password)
  const members: Partial<Record<PersonaName, number>> = {}
  for (const [name, facts] of Object.entries(personas)) {
    members[name as PersonaName] = (await aMember(db, { ...facts, passwordHash })).id // Object.entries loses the literal names
  }
  const added: SeededDoor[] = []
  for (const facts of doors) added.push(await aDevice(db, facts))
  for (const door of added) {
    for (const name of withGrants) await aGrant(db, { memberId: members[name] ?? 0, deviceId: door.id })
  }
  await sql`analyze`.execute(db)
  return { members: members as Record<PersonaName, number>, doors: added } // every persona was added above
}
