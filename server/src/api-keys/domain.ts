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
      closing: { kept: 'Who made a key and who owns it, without a name.' },
    },
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
