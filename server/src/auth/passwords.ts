import { hash, verify, parseOptions } from '@node-rs/argon2'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Tx } from '#platform/db/change.ts'
import { badField, AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { storePassword } from '../members/credentials.ts'
import type { ClientAddress } from './client-address.ts'
import { endSessions } from './ended-sessions.ts'
import { mailPasswordChangedJob } from './jobs.ts'
import { endLinks, endEmailChange } from './links.ts'
import type { Throttle, Count } from './throttle.ts'

/** argon2id, the library's default kind. Dearer values make hashes anew, one by one, as people log in. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

// The same letters can be typed as different code points on different keyboards.
const normal = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost)

let dummy: Promise<string> | undefined

/** A hash that no password matches. */
const dummyHash = () => (dummy ??= hashPassword(newToken()))

/**
 * Whether this is the password. Without a hash (no such account, or none set) the answer is no,
 * after the same work, so that the time it takes tells nothing.
 */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  const stored = passwordHash ?? (await dummyHash())
  const isRight = await verify(stored, normal(password))
  return isRight && passwordHash !== null
}

/** Whether a hash was made with other costs than new ones are. */
export const isOutdated = (passwordHash: string): boolean => {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism
}

const minLength = 8

let leaked: Promise<ReadonlySet<string>> | undefined

/** The most used passwords of published leaks. Loaded when a password is chosen for the first time. */
const leakedPasswords = () =>
  (leaked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((password) => password.length >= minLength)),
  ))

/** Refuses a password that attackers try first. `facts` are what is publicly known of its owner. */
export const checkNewPassword = async (input: { password: string; facts: readonly string[] }): Promise<void> => {
  const password = input.password.toLowerCase()
  if (input.facts.some((fact) => fact.toLowerCase() === password)) {
    throw badField('password', 'Your password can’t be your email address or screen name.')
  }
  if ((await leakedPasswords()).has(password)) throw badField('password', fieldMessages.weakPassword)
}

/** What a request that asks for the password brings. */
export type PasswordCheck = { password: string; client: ClientAddress; throttle: Throttle }

type CheckedMember = { id: number; email: string; screenName: string; passwordHash: string }

const findOwn = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'email', 'screen_name as screenName', 'password_hash as passwordHash'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

/**
 * Checks the password of the logged-in caller again. Tries count with those of logging in, so a session that was left
 * open offers no extra guesses.
 */
export const checkPassword = async (
  ctx: Ctx,
  { password, client, throttle }: PasswordCheck,
): Promise<CheckedMember> => {
  const { id } = memberOf(ctx)
  const own = await findOwn(ctx, id)
  const both: Count = ['loginsPerAccountAndAddress', `${own.email} ${client.network}`]
  const wide: Count = ['loginsPerAccount', own.email]
  await throttle.take(both, wide)
  const { passwordHash } = own
  if (passwordHash === null || !(await verifyPassword(passwordHash, password))) {
    await change(ctx, 'account.passwordRefused', async () => ({
      result: undefined,
      subject: { kind: 'member', id },
      data: { address: client.address },
    }))
    throw new AppError('wrongPassword')
  }
  await throttle.forget(both)
  await throttle.giveBack(wide)
  return { ...own, passwordHash }
}

/**
 * Locks the member's row; a password that was replaced since the check is refused. The address, which may have changed
 * since then, comes back.
 */
export const lockCheckedMember = async (tx: Tx, member: CheckedMember): Promise<{ email: string }> => {
  const row = await tx
    .selectFrom('members')
    .select(['password_hash', 'email'])
    .where('id', '=', member.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row?.password_hash !== member.passwordHash) throw new AppError('wrongPassword')
  return { email: row.email }
}

/**
 * Sets a new password in the transaction that checked the credentials. Every session but one ends, and so does a change
 * of address that was asked for with the old password. The member is told by mail.
 */
export const replacePassword = async (
  tx: Tx,
  input: { ctx: Ctx; memberId: number; passwordHash: string; keptSessionId: number },
): Promise<void> => {
  const { ctx, memberId, passwordHash, keptSessionId } = input
  await storePassword(tx, { memberId, passwordHash })
  await endSessions(tx, { memberId, keptSessionId, reason: 'passwordChanged', now: ctx.now() })
  await endLinks(tx, { memberId, purpose: 'resetPassword', now: ctx.now() })
  await endEmailChange(tx, { memberId, now: ctx.now() })
  await addJob(tx, mailPasswordChangedJob, { memberId })
}
