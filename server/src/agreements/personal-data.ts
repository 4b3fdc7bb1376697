import { sql } from 'kysely'
import { columns } from '#platform/db/columns.ts'
import { ownQuery, ownRows, type PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'

const linkDays = 60

export const agreementRetentions: Retention[] = [
  {
    name: 'signatures',
    title: 'What former members signed',
    table: 'agreement_signatures',
    column: 'member_left_at',
    where: sql`member_left_at is not null`,
    setting: 'KEEP_SIGNATURES_DAYS',
  },
  {
    name: 'guardianRequests',
    title: 'Guardians under whose name nothing stands',
    table: 'guardian_requests',
    column: 'asked_at',
    where: sql`not exists (select from agreement_signatures s where s.guardian_request_id = guardian_requests.id)`,
    days: linkDays,
    reason: 'The links have long expired, or what they signed is no longer kept.',
  },
]

export const agreementPersonalData: PersonalData = {
  tables: {
    agreement_versions: {
      exported: { not: 'What staff wrote for everyone.' },
      kept: { title: 'The texts members sign', reason: 'For ever: signatures stand under them.' },
      closing: { kept: 'That a member of staff wrote a text, without a name.' },
    },
    agreement_signatures: {
      exported: 'agreements',
      kept: ['signatures'],
      closing: { kept: 'What was signed, with the typed name and the time, as long as the space needs the proof.' },
    },
    guardian_requests: {
      exported: 'guardians',
      kept: ['guardianRequests'],
      closing: {
        kept: 'A guardian who signed, as long as the signature is kept; of one who did not, only that one was asked.',
      },
    },
    minors: {
      exported: 'minors',
      kept: {
        title: 'Who signs with a guardian',
        reason: 'Until staff say that they are of age, or the account is closed.',
      },
      closing: 'deleted',
    },
  },
  lists: [
    ownQuery('agreements', (db, memberId) =>
      db
        .selectFrom('agreement_signatures as s')
        .innerJoin('agreement_versions as v', 'v.id', 's.version_id')
        .leftJoin('guardian_requests as g', 'g.id', 's.guardian_request_id')
        .select(
          columns(
            's.id, v.title, v.number as version, s.signed_name, s.signed_at, s.client_address as address',
            sql<string>`encode(s.text_hash, 'hex')`.as('hash'),
            'g.guardian_name as guardian, g.signed_at as guardianSignedAt',
          ),
        )
        .where('s.member_id', '=', memberId),
    ),
    ownRows(
      'guardians',
      'guardian_requests',
      columns('id, guardian_name as name, guardian_email as email, asked_at, signed_at'),
    ),
    ownRows('minors', 'minors', columns('member_id as id, since')),
  ],
  erase: async ({ tx, now }, memberId) => {
    await tx
      .updateTable('agreement_signatures')
      .set({ member_left_at: now })
      .where('member_id', '=', memberId)
      .where('member_left_at', 'is', null)
      .execute()
    await tx
      .updateTable('guardian_requests')
      .set((is) => ({
        ended_at: is.fn.coalesce('ended_at', is.val(now)),
        guardian_name: 'Guardian of a closed account',
        guardian_email: 'guardian@closed.invalid',
      }))
      .where('member_id', '=', memberId)
      .where('signed_at', 'is', null)
      .execute()
    await tx.deleteFrom('minors').where('member_id', '=', memberId).execute()
  },
}
