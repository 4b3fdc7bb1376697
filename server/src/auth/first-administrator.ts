import type { AdministratorRegistration } from '@spacekeeper/contract/auth/shapes.ts'
import { plainEmail } from '@spacekeeper/contract/email-addresses.ts'
import { registeredFacts, requiredFields } from '@spacekeeper/contract/members/forms.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { derive } from '#platform/secrets/derive.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'
import { readPhone } from '#platform/sms/phone-numbers.ts'
import { createMember } from '../members/member-row.ts'
import { hasAdministrator, refuseTaken } from './accounts.ts'
import type { ClientAddress } from './client-address.ts'
import { checkNewPassword, hashPassword } from './passwords/passwords.ts'
import { startSession } from './sessions.ts'

/** Shows that the caller can read the output of a new portal. The same at every start; rejected once there is an administrator. */
export const setupToken = (secretKey: Buffer): string => derive(secretKey, 'first administrator').toString('base64url')

export const isSetupToken = (secretKey: Buffer, token: string): boolean => isSameSecret(token, setupToken(secretKey))

/** Where the first administrator is created; null when there is one. */
export const firstAdminLink = async (ctx: Ctx): Promise<string | null> =>
  (await hasAdministrator(ctx)) ? null : `${ctx.siteUrl}/setup/${setupToken(ctx.secretKey)}`

const membersChanged = screens.notice({ topic: 'members', audience: { staff: ['members', 'access', 'money'] } })

const prepare = async (ctx: Ctx, registration: AdministratorRegistration) => {
  const { password, mobile } = registration
  const facts = registeredFacts(requiredFields, registration)
  const email = plainEmail(facts.email)
  const phone = await readPhone(ctx, { text: mobile, field: 'mobile' })
  await checkNewPassword({ password, owner: facts })
  return {
    facts: { ...facts, email, phone },
    passwordHash: await hashPassword(password),
    isEmailVerified: true,
    isAdmin: true,
    membershipState: 'active',
  } as const
}

/** Only one such transaction runs at a time, so of two first administrators one is too late. */
const isFirst = async ({ tx }: Work) => {
  await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`.execute(tx)
  const admin = await tx.selectFrom('members').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  return admin === undefined
}

export const isSetupUsable = async (ctx: Ctx, token: string): Promise<boolean> =>
  isSetupToken(ctx.secretKey, token) && !(await hasAdministrator(ctx))

const refuseWhileRestoring = ({ setup }: Ctx): void => {
  if (setup?.isRestoring === true) throw new AppError('restoreRunning')
}

/** Creates the first administrator with the link a new portal prints, and logs them in: the token of the session comes back. */
export const createFirstAdmin = async (
  ctx: Ctx,
  input: { token: string; administrator: AdministratorRegistration; client: ClientAddress },
): Promise<string> => {
  const { token, administrator, client } = input
  if (!isSetupToken(ctx.secretKey, token)) throw new AppError('invalidLink')
  if (await hasAdministrator(ctx)) throw new AppError('alreadySetUp')
  refuseWhileRestoring(ctx)
  const member = await prepare(ctx, administrator)
  return refuseTaken(() =>
    change(ctx, 'account.firstAdminCreated', async (work) => {
      if (!(await isFirst(work))) throw new AppError('alreadySetUp')
      refuseWhileRestoring(ctx)
      const memberId = await createMember(work, member)
      const session = await startSession(work, { memberId, client })
      return {
        result: session.token,
        subject: { kind: 'member', id: memberId },
        tell: [membersChanged, ...session.tell],
      }
    }),
  )
}

/** Creates an administrator with a verified address, for the command line. Their id comes back. */
export const createAdministrator = async (ctx: Ctx, administrator: AdministratorRegistration): Promise<number> => {
  const member = await prepare(ctx, administrator)
  return refuseTaken(() =>
    change(ctx, 'account.administratorCreated', async (work) => {
      const memberId = await createMember(work, member)
      return { result: memberId, subject: { kind: 'member', id: memberId }, tell: [membersChanged] }
    }),
  )
}
