import { createHmac, timingSafeEqual } from 'node:crypto'
import { checkInCodeSeconds } from '@spacekeeper/contract/meetings/attendance-words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { badField } from '#platform/http/app-error.ts'
import { derive } from '#platform/secrets/derive.ts'
import { readIdCode } from '../../profile/id-codes.ts'

/** A new code so often; all walls of a meeting show the same. */
const stepSeconds = 30

/** 96 bits of the signature: beyond guessing, and phones read the QR code from the back of a room. */
const signatureBytes = 12

const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / stepSeconds)

const sign = (key: Buffer, { meetingId, step }: { meetingId: number; step: number }): Buffer =>
  createHmac('sha256', key).update(`${meetingId} ${step}`).digest().subarray(0, signatureBytes)

/** The code of a meeting at an instant: which step of time it is and a signature; nothing is stored. */
export const sealCheckIn = (key: Buffer, { meetingId, now }: { meetingId: number; now: Date }): string => {
  const step = stepAt(now)
  return `${step.toString(36)}.${sign(key, { meetingId, step }).toString('base64url')}`
}

/** Whether a code is one of this meeting and was shown a short while ago. */
export const isFreshCheckIn = (key: Buffer, input: { meetingId: number; code: string; now: Date }): boolean => {
  const { meetingId, code, now } = input
  const [stepText = '', signature = ''] = code.split('.')
  const step = Number.parseInt(stepText, 36)
  const sent = Buffer.from(signature, 'base64url')
  if (!Number.isSafeInteger(step) || step < 0 || sent.length !== signatureBytes) return false
  const age = stepAt(now) - step
  // A clock of another process may be a step ahead.
  const isFresh = age >= -1 && age * stepSeconds < checkInCodeSeconds
  return timingSafeEqual(sign(key, { meetingId, step }), sent) && isFresh
}

const keyOf = (ctx: Pick<Ctx, 'secretKey'>) => derive(ctx.secretKey, 'meeting check-in')

/** What the wall shows as a QR code, for phones to open. */
export const checkInUrl = (ctx: Ctx, meetingId: number): string =>
  `${ctx.siteUrl}/meetings/${meetingId}/here/${sealCheckIn(keyOf(ctx), { meetingId, now: ctx.now() })}`

export const readCheckInCode = (ctx: Ctx, input: { meetingId: number; code: string }): boolean =>
  isFreshCheckIn(keyOf(ctx), { ...input, now: ctx.now() })

/** The member of a digital ID, from its code alone or the address a camera reads. */
export const readMemberCode = (ctx: Ctx, scanned: string): number => {
  const code = readIdCode(ctx, scanned.split('/').at(-1) ?? '')
  if (code.kind === 'genuine') return code.memberId
  throw badField(
    'code',
    code.kind === 'expired'
      ? 'This code has expired. Ask the member to open their digital ID again.'
      : code.kind === 'pass'
        ? 'This is the pass in a wallet, whose code can be copied. Ask the member to open their digital ID in the portal.'
        : 'This isn’t the code of a digital ID. Scan the one under Digital ID, or find the member by name.',
  )
}
