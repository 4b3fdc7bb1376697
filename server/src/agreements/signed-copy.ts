import { paragraphsOf } from '@spacekeeper/contract/agreements/words.ts'
import { dateFormat } from '@spacekeeper/contract/formatters.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { columns } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { job } from '#platform/jobs/job.ts'
import type { MailFile } from '#platform/mail/mailer.ts'
import { makePdf } from '#platform/pdf/pdf-files.ts'
import { fullName } from '#platform/shown-name.ts'
import { sendMail } from '../messages/outbox.ts'
import { guardianSignedMail, signedMail } from './mails.ts'

type SignedCopy = { signatureId: number; /** Only theirs, if it is given. */ memberId?: number }

const findSignature = async (ctx: Ctx, { signatureId, memberId }: SignedCopy) => {
  const row = await ctx.db
    .selectFrom('agreement_signatures as s')
    .innerJoin('agreement_versions as v', 'v.id', 's.version_id')
    .leftJoin('guardian_requests as g', 'g.id', 's.guardian_request_id')
    .select(['v.title', 'v.text', 'v.number', 's.signed_name', 's.signed_at', 's.client_address', 's.text_hash'])
    .select(['g.guardian_name', 'g.signed_name as guardian_signed_name', 'g.signed_at as guardian_signed_at'])
    .where('s.id', '=', signatureId)
    .$if(memberId !== undefined, (query) => query.where('s.member_id', '=', memberId ?? 0))
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

type SignatureRow = Awaited<ReturnType<typeof findSignature>>

const factsOf = (row: SignatureRow, { locale, zone }: { locale: string; zone: string }) => {
  const at = (time: Date) => dateFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: zone }).format(time)
  const guardian = row.guardian_signed_at
    ? [{ label: 'Guardian', value: `${row.guardian_signed_name}, ${at(row.guardian_signed_at)}` }]
    : row.guardian_name === null
      ? []
      : [{ label: 'Guardian', value: `${row.guardian_name}, has not signed yet` }]
  return [
    { label: 'Signed by', value: row.signed_name },
    { label: 'Signed at', value: at(row.signed_at) },
    ...(row.client_address === null ? [] : [{ label: 'From', value: row.client_address }]),
    ...guardian,
    { label: 'Version', value: String(row.number) },
    { label: 'SHA-256 of the text', value: row.text_hash.toString('hex') },
  ]
}

/** What was signed and who signed it, as a document to keep. */
export const writeSignedCopy = async (ctx: Ctx, wanted: SignedCopy): Promise<MailFile> => {
  const row = await findSignature(ctx, wanted)
  const settings = await ctx.settings.all()
  const [locale, zone] = [settings.SITE_LOCALE_CURRENCY, settings.SITE_TIME_ZONE]
  const content = await makePdf({
    title: row.title,
    author: settings.SITE_OWNER,
    language: locale,
    at: row.signed_at,
    parts: [
      ...paragraphsOf(row.text).map((text) => ({ kind: 'paragraph' as const, text })),
      { kind: 'heading', text: 'Signature' },
      { kind: 'facts', facts: factsOf(row, { locale, zone }) },
    ],
    footer: `${settings.SITE_OWNER} · ${row.title}, version ${row.number}`,
  })
  return { name: `agreement-${wanted.signatureId}.pdf`, mediaType: 'application/pdf', content }
}

/** Mails what was signed in one go: to the member, or to the guardian who signed for them. */
export const mailSignedJob = job(
  'mailSigned',
  z.object({ signatureIds: z.array(z.number().int()).min(1), reader: z.enum(['member', 'guardian']) }),
)

type SignedMailOrder = z.infer<typeof mailSignedJob.payload>

/** A PDF of each text goes with the mail. One whose account was closed meanwhile gets none. */
export const mailSigned = async (ctx: Ctx, { signatureIds, reader }: SignedMailOrder): Promise<void> => {
  const rows = await ctx.db
    .selectFrom('agreement_signatures as s')
    .innerJoin('agreement_versions as v', 'v.id', 's.version_id')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .leftJoin('guardian_requests as g', 'g.id', 's.guardian_request_id')
    .select(columns('s.id, v.title, s.signed_name, m.id as memberId, m.first_name, m.last_name'))
    .select(columns('g.guardian_email, g.signed_name as guardianName'))
    .where('s.id', 'in', signatureIds)
    .where('m.closed_at', 'is', null)
    .orderBy('v.agreement_id')
    .execute()
  const [row] = rows
  if (!row) return
  const { firstName, signedName, memberId, guardianEmail, guardianName } = row
  const titles = rows.map(({ title }) => title)
  const files: MailFile[] = []
  for (const { id: signatureId } of rows) files.push(await writeSignedCopy(ctx, { signatureId }))
  if (reader === 'member') {
    const facts = { firstName, signedName, titles }
    return sendMail(ctx, { template: signedMail, facts, files, envelope: { memberId } })
  }
  if (guardianEmail === null || guardianName === null) return
  const facts = { guardianName, memberName: fullName(row), titles }
  return sendMail(ctx, {
    template: guardianSignedMail,
    facts,
    files,
    envelope: { to: guardianEmail, memberId: null, about: [memberId] },
  })
}
