import { hash, verify, parseOptions } from '@node-rs/argon2'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { columns } from '#platform/db/columns.ts'
import { demandStrongProof, refusalOfProof } from '#platform/http/access.ts'
import { badField, AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { storePassword } from '../../members/credentials.ts'
import type { ClientAddress } from '../client-address.ts'
import { endSessions } from '../ended-sessions.ts'
import { mailPasswordChangedJob } from '../jobs.ts'
import type { Throttle, Count } from '../limits/throttle.ts'
import { endLinks, endEmailChange } from '../links/links.ts'
import { passwordCost } from './password-cost.ts'

// The same letters can be typed as different code points on different keyboards.
const normal = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(normal(password), passwordCost)

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
  return (
    memoryCost !== passwordCost.memoryCost ||
    timeCost !== passwordCost.timeCost ||
    parallelism !== passwordCost.parallelism
  )
}

const minLength = 8

let leaked: Promise<ReadonlySet<string>> | undefined

/** The most used passwords of published leaks. Loaded when a password is chosen for the first time. */
const leakedPasswords = () =>
  (leaked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((password) => password.length >= minLength)),
  ))

/** What is known of whose password it is to be. */
export type PasswordOwner = { email: string; firstName: string; lastName: string; screenName: string }

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a password is the owner's name or address, however it is spaced and with whatever number behind it. */
const isOwn = (password: string, { email, firstName, lastName, screenName }: PasswordOwner) => {
  const typed = lettersOf(password)
  const forms = [typed, typed.replace(/\d+$/, '')]
  const [mailbox = ''] = email.split('@')
  const facts = [email, mailbox, firstName, lastName, `${firstName}${lastName}`, `${lastName}${firstName}`, screenName]
  return facts.map(lettersOf).some((fact) => fact !== '' && forms.includes(fact))
}

/** Refuses a password that attackers try first. */
export const checkNewPassword = async (input: { password: string; owner: PasswordOwner }): Promise<void> => {
  const { password, owner } = input
  if (isOwn(password, owner)) throw badField('password', fieldMessages.ownPassword)
  if ((await leakedPasswords()).has(password.toLowerCase())) throw badField('password', fieldMessages.weakPassword)
}

/** What a request that asks for the password brings. */
export type PasswordCheck = { password: string | undefined; client: ClientAddress; throttle: Throttle }

type CheckedMember = PasswordOwner & { id: number; passwordHash: string | null }

const findOwn = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('members')
    .select(columns('id, email, first_name, last_name, screen_name, password_hash'))
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()

const checkWithout = async (ctx: Ctx, memberId: number): Promise<CheckedMember> => {
  const own = await findOwn(ctx, memberId)
  if (own.passwordHash !== null) throw new AppError('wrongPassword')
  const refusal = refusalOfProof('strong', { actor: ctx.actor, now: ctx.now() })
  if (refusal) throw new AppError(refusal)
  return own
}

/**
 * Checks the password of the logged-in caller again; one who has none must have shown a passkey lately. Tries count for
 * the session, so that strangers who guess at the login keep no member from changing the password, and a session that
 * was left open offers few guesses.
 */
export const checkOwnPassword = async (
  ctx: Ctx,
  { password, client, throttle }: PasswordCheck,
): Promise<CheckedMember> => {
  const { id, sessionId } = memberOf(ctx)
  if (password === undefined) return checkWithout(ctx, id)
  const short: Count = ['passwordsPerSession', String(sessionId)]
  const long: Count = ['passwordsPerSessionAndDay', String(sessionId)]
  await throttle.take(short, long)
  const own = await findOwn(ctx, id)
  const { passwordHash } = own
  if (passwordHash === null || !(await verifyPassword(passwordHash, password))) {
    await change(ctx, 'account.passwordRefused', async () => ({
      result: undefined,
      subject: { kind: 'member', id },
      data: { address: client.address },
    }))
    throw new AppError('wrongPassword')
  }
  await throttle.forget(short)
  await throttle.giveBack(long)
  return own
}

/**
 * The same before the ways into an account change, or it ends: a password that was read over a shoulder is not enough
 * where the member has a passkey or codes.
 */
export const checkOwner = async (ctx: Ctx, check: PasswordCheck): Promise<CheckedMember> => {
  demandStrongProof(ctx)
  return checkOwnPassword(ctx, check)
}

/**
 * Locks the member's row; a password that was replaced since the check is refused. The address, which may have changed
 * since then, comes back.
 */
export const lockCheckedMember = async ({ tx }: Work, member: CheckedMember): Promise<{ email: string }> => {
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
  work: Work,
  input: { memberId: number; passwordHash: string; keptSessionId: number },
): Promise<void> => {
  const { memberId, passwordHash, keptSessionId } = input
  await storePassword(work, { memberId, passwordHash })
  await endSessions(work, { memberId, keptSessionId, reason: 'passwordChanged' })
  await endLinks(work, { memberId, purpose: 'resetPassword' })
  await endLinks(work, { memberId, purpose: 'logIn' })
  await endEmailChange(work, memberId)
  await addJob(work, mailPasswordChangedJob, { memberId })
}
