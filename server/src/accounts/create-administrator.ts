import type { Registration } from '@spacekeeper/contract/accounts.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { readPhone } from '#platform/sms/phone-numbers.ts'
import { insertMember } from '../members/insert-member.ts'
import { checkNewPassword } from './check-new-password.ts'
import { hashPassword } from './hash-password.ts'
import { hasAdministrator } from './queries.ts'
import { isSetupToken } from './setup-token.ts'
import { startSession } from './start-session.ts'
import { refuseTaken } from './refuse-taken.ts'
import type { Visitor } from './visitor-of.ts'

export type NewAdministrator = Omit<Registration, 'vehicleRegistrationPlate'>

const membersChanged = screens.notice({ topic: 'members', audience: { staff: ['members', 'access', 'money'] } })

const prepare = async (ctx: Ctx, { password, mobile, ...facts }: NewAdministrator) => {
  const email = facts.email.toLowerCase()
  const phone = await readPhone(ctx, { text: mobile, field: 'mobile' })
  await checkNewPassword({ password, facts: [email, facts.screenName] })
  return {
    ...facts,
    email,
    passwordHash: await hashPassword(password),
    phone,
    vehicleRegistrationPlate: null,
    isEmailVerified: true,
    isAdmin: true,
    membershipState: 'active',
  } as const
}

/** Only one such transaction runs at a time, so of two first administrators one is too late. */
const isFirst = async (tx: Tx) => {
  await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`.execute(tx)
  const admin = await tx.selectFrom('members').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  return admin === undefined
}

export const isSetupUsable = async (ctx: Ctx, token: string): Promise<boolean> =>
  isSetupToken(ctx.secretKey, token) && !(await hasAdministrator(ctx))

/** Creates the first administrator with the link a new portal prints, and logs him in: his session's token comes back. */
export const createFirstAdmin = async (
  ctx: Ctx,
  input: { token: string; administrator: NewAdministrator; visitor: Visitor },
): Promise<string> => {
  const { token, administrator, visitor } = input
  if (!isSetupToken(ctx.secretKey, token)) throw new AppError('invalidLink')
  if (await hasAdministrator(ctx)) throw new AppError('alreadySetUp')
  const member = await prepare(ctx, administrator)
  return refuseTaken(() =>
    change(ctx, 'account.firstAdminCreated', async (tx) => {
      if (!(await isFirst(tx))) throw new AppError('alreadySetUp')
      const memberId = await insertMember(tx, { member, now: ctx.now() })
      const session = await startSession(tx, { ctx, memberId, visitor })
      return {
        result: session.token,
        subject: { kind: 'member', id: memberId },
        tell: [membersChanged, ...session.tell],
      }
    }),
  )
}

/** Creates an administrator whose address nobody needs to verify, for whoever may use the command line. His id comes back. */
export const createAdministrator = async (ctx: Ctx, administrator: NewAdministrator): Promise<number> => {
  const member = await prepare(ctx, administrator)
  return refuseTaken(() =>
    change(ctx, 'account.administratorCreated', async (tx) => {
      const memberId = await insertMember(tx, { member, now: ctx.now() })
      return { result: memberId, subject: { kind: 'member', id: memberId }, tell: [membersChanged] }
    }),
  )
}
