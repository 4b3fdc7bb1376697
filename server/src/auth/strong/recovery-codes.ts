import { createHmac, randomBytes } from 'node:crypto'
import type { WorkCtx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { derive } from '#platform/secrets/derive.ts'

const codesAtOnce = 10

/** Without letters and digits that look like one another: 32 signs, so sixteen of them are 80 random bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

const codeLength = 16

const recoveryCode = new RegExp(`^[${alphabet}]{${codeLength}}$`)

const newCode = () => Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('')

/** As it is printed: four groups of four. */
const inGroups = (code: string) => code.replaceAll(/.{4}(?=.)/g, '$&-')

/** As it was typed, without spaces, hyphens and capitals; null for what is no recovery code. */
export const readRecoveryCode = (typed: string): string | null => {
  const code = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  return recoveryCode.test(code) ? code : null
}

/** A keyed hash: without the portal's key no code can be guessed from the table. */
const hashCode = ({ secretKey }: WorkCtx, code: string): Buffer =>
  createHmac('sha256', derive(secretKey, 'recovery codes')).update(code).digest()

/** Makes new codes in place of all earlier ones. They come back to be shown once. */
export const replaceRecoveryCodes = async ({ tx, ctx }: Work, memberId: number): Promise<string[]> => {
  const codes = Array.from({ length: codesAtOnce }, newCode)
  await tx.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ member_id: memberId, code_hash: hashCode(ctx, code), created_at: ctx.now() })))
    .execute()
  return codes.map(inGroups)
}

/** Uses up a code; false where it is unknown or was used. */
export const useRecoveryCode = async (
  { tx, ctx }: Work,
  input: { memberId: number; code: string },
): Promise<boolean> => {
  const { memberId, code } = input
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: ctx.now() })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', hashCode(ctx, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes the first codes of a member; null where some are left. */
export const firstRecoveryCodes = async (work: Work, memberId: number): Promise<string[] | null> => {
  const left = await work.tx
    .selectFrom('recovery_codes')
    .select('id')
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return left ? null : replaceRecoveryCodes(work, memberId)
}
