import type { PersonalData } from '#platform/personal-data.ts'

export const mailingPersonalData: PersonalData = {
  tables: {
    mailings: {
      exported: { not: 'What staff wrote to others.' },
      closing: { kept: 'Who wrote to whom, without a name.' },
    },
    mailing_recipients: {
      exported: { not: 'The messages themselves are exported.' },
      closing: { kept: 'Whom a mailing went to, without a name.' },
    },
  },
}
