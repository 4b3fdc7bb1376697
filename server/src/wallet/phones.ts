import type { File } from '@spacekeeper/contract/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { isSameSecret } from '#platform/secrets/tokens.ts'
import type { PassCertificate } from '#platform/wallet/pass-certificate.ts'
import { passMediaType } from '#platform/wallet/pass-file.ts'
import { phoneTokenOf } from './codes.ts'
import { writeApplePass } from './pass-content.ts'
import { findPassOf, type StoredPass } from './pass-rows.ts'
import { passNotice } from './passes.ts'
import { findAppleSigner } from './setup.ts'

// Apple's protocol for passes on phones: a device registers the passes it holds, is told by a push when one changes,
// asks which, and fetches it. A wrong caller hears the same 401 whether there is such a pass or not.

type PassCall = { ctx: Ctx; request: FastifyRequest }

type PassName = { passTypeId: string; serial: string }

/** Of an iPhone with a watch there are two; no member has so many. The oldest make room. */
const mostDevices = 20

const tokenIn = (request: FastifyRequest): string =>
  /^ApplePass (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''

const signerFor = async (ctx: Ctx, passTypeId: string): Promise<PassCertificate> => {
  const signer = await findAppleSigner(ctx)
  if (signer?.passTypeId !== passTypeId) throw new AppError('passUnknown')
  return signer
}

/** The pass that a phone proves it holds. The token is compared for every serial number, so the answer says nothing. */
const provenPass = async ({ ctx, request }: PassCall, { passTypeId, serial }: PassName) => {
  const isProven = isSameSecret(tokenIn(request), phoneTokenOf(ctx, serial))
  const signer = await signerFor(ctx, passTypeId)
  const row = await findPassOf(ctx.db, serial)
  if (!isProven || !row) throw new AppError('passUnknown')
  return { row, signer }
}

const noticesOf = ({ member_id }: StoredPass) => (member_id === null ? [] : [passNotice(member_id)])

/** A device holds the pass now. 201 where that is news, 200 where it was known. */
export const registerDevice = async (
  call: PassCall & { reply: FastifyReply },
  input: PassName & { libraryId: string; pushToken: string },
): Promise<void> => {
  const { row } = await provenPass(call, input)
  const { libraryId, pushToken } = input
  const isNew = await record(call.ctx, async ({ tx }) => {
    const { rows } = await sql<{ is_new: boolean }>`
      insert into wallet_devices (pass_id, library_id, push_token, added_at)
      values (${row.id}, ${libraryId}, ${pushToken}, ${call.ctx.now()})
      on conflict (pass_id, library_id) do update set push_token = excluded.push_token
      returning xmax = 0 as is_new`.execute(tx)
    await sql`delete from wallet_devices where pass_id = ${row.id} and id not in (
      select id from wallet_devices where pass_id = ${row.id} order by id desc limit ${mostDevices})`.execute(tx)
    return { result: rows[0]?.is_new ?? false, tell: noticesOf(row) }
  })
  call.reply.code(isNew ? 201 : 200)
}

/** A device holds the pass no more. */
export const unregisterDevice = async (call: PassCall, input: PassName & { libraryId: string }): Promise<void> => {
  const { row } = await provenPass(call, input)
  await record(call.ctx, async ({ tx }) => {
    await tx
      .deleteFrom('wallet_devices')
      .where('pass_id', '=', row.id)
      .where('library_id', '=', input.libraryId)
      .execute()
    return { result: undefined, tell: noticesOf(row) }
  })
}

const sinceOf = (tag: string | undefined): Date => {
  const ms = Number(tag ?? 0)
  return new Date(Number.isSafeInteger(ms) && ms >= 0 && ms < 1e14 ? ms : 0)
}

/** Which passes on a device have changed since it last asked; nothing where none has, or the device is not known. */
export const listUpdated = async (
  { ctx, reply }: { ctx: Ctx; reply: FastifyReply },
  input: { libraryId: string; passTypeId: string; passesUpdatedSince?: string | undefined },
) => {
  await signerFor(ctx, input.passTypeId)
  const rows = await ctx.db
    .selectFrom('wallet_devices as d')
    .innerJoin('wallet_passes as p', 'p.id', 'd.pass_id')
    .select(['p.serial', 'p.changed_at'])
    .where('d.library_id', '=', input.libraryId)
    .where('p.changed_at', '>', sinceOf(input.passesUpdatedSince))
    .execute()
  if (rows.length === 0) {
    reply.code(204)
    return undefined
  }
  const last = Math.max(...rows.map(({ changed_at }) => changed_at.getTime()))
  return { serialNumbers: rows.map(({ serial }) => serial), lastUpdated: String(last) }
}

/** HTTP knows whole seconds. */
const secondOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** The pass as it is now, or 304 where the phone has that already. */
export const getLatest = async (call: PassCall & { reply: FastifyReply }, input: PassName): Promise<File> => {
  const { row, signer } = await provenPass(call, input)
  const { ctx, request, reply } = call
  reply.header('last-modified', row.changed_at.toUTCString())
  const known = new Date(request.headers['if-modified-since'] ?? Number.NaN)
  if (secondOf(known) >= secondOf(row.changed_at)) {
    reply.code(304)
    return { name: 'digital-id.pkpass', mediaType: passMediaType, content: '' }
  }
  return writeApplePass(ctx, row, signer)
}

const logged = { lines: 5, letters: 300 } as const

/** What a phone found wrong with a pass. Anyone can send it, so it is cut short. */
export const logFaults = (ctx: Ctx, logs: readonly string[]): void => {
  const cut = logs.slice(0, logged.lines).map((line) => line.slice(0, logged.letters))
  ctx.log.info({ faults: cut }, 'a phone found something wrong with a pass')
}
