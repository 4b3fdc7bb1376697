import { sql } from 'kysely'
import type { PersonalData } from '#platform/personal-data.ts'
import type { Retention } from '#platform/retention/retention.ts'

// Messages go first, in batches: a mailing of which one is left is not deleted yet.
export const mailingRetentions: Retention[] = [
  {
    name: 'mailings',
    title: 'Messages to many members',
    table: 'mailings',
    column: 'started_at',
    where: sql`not exists (select from messages m where m.mailing_id = mailings.id)`,
    setting: 'KEEP_MESSAGES_DAYS',
  },
]

export const mailingPersonalData: PersonalData = {
  tables: {
    mailings: {
      exported: { not: 'What staff wrote to others.' },
      kept: ['mailings'],
      closing: { kept: 'Who wrote a mailing, without a name.' },
    },
    mailing_recipients: {
      exported: { not: 'The messages themselves are exported.' },
      kept: ['mailings', 'messages'],
      closing: { kept: 'That a mailing went to a member, without a name.' },
    },
  },
}
