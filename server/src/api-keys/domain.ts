import type { Domain } from '#platform/domain.ts'
import type { PersonalData } from '#platform/personal-data.ts'
import { apiKeyJobs, keyEndMail } from './key-ends.ts'
import { apiKeysLeavingStep } from './leaving-step.ts'
import { apiKeyRoutes } from './routes.ts'

const apiKeyPersonalData: PersonalData = {
  tables: {
    api_keys: {
      exported: { not: 'Who made a key, and who owns it, is about the system that uses it.' },
      kept: {
        title: 'API keys, and which member made or owns each',
        reason: 'For ever, revoked ones too: the audit names the key that did something.',
      },
      closing: { kept: 'Who made a key and who owns it, without a name. Keys of scripts lose theirs, too.' },
    },
  },
  erase: async ({ tx, now }, memberId) => {
    await tx
      .updateTable('api_keys')
      .set((is) => ({ name: 'Script of a closed account', revoked_at: is.fn.coalesce('revoked_at', is.val(now)) }))
      .where('is_script', '=', true)
      .where('owner_id', '=', memberId)
      .execute()
  },
}

export const apiKeysDomain: Domain = {
  name: 'api-keys',
  tables: ['api_keys'],
  routes: apiKeyRoutes,
  jobs: apiKeyJobs,
  mails: [keyEndMail],
  personalData: apiKeyPersonalData,
  leavingSteps: [apiKeysLeavingStep],
}
