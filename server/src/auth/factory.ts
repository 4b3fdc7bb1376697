import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { type MemberFacts, aMember } from '../members/factory.ts'
import { hashPassword } from './passwords/passwords.ts'

/** A member who can log in with a password, for tests and demonstrations. */
export const anAccount = async (db: Kysely<Database>, facts: MemberFacts & { password: string }) => {
  const { password, ...member } = facts
  return aMember(db, { ...member, passwordHash: await hashPassword(password) })
}
