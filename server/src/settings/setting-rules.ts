import type { SettingKey } from '@spacekeeper/contract/index.ts'
import type { SettingRule } from '@spacekeeper/contract/setting.ts'
import { forgetFailures } from '#platform/chat/queue-lines.ts'
import { refusalOfAddress } from '#platform/chat/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { readPassCertificate } from '#platform/wallet/pass-certificate.ts'
import { readServiceAccount } from '#platform/wallet/service-account.ts'

type ServerRule = {
  /** Returns a sentence about a value that cannot be used, or null; an empty value is not asked about. */
  problemOf: (value: string, ctx: Ctx) => string | null
  /** Runs in the transaction that stores another value. */
  changed?: (work: Work, key: SettingKey) => Promise<void>
}

/** The rules that settings name in the contract. */
export const settingRules: Record<SettingRule, ServerRule> = {
  chatWebhook: { problemOf: (address, { siteUrl }) => refusalOfAddress(address, siteUrl), changed: forgetFailures },
  passCertificate: {
    problemOf: (text, ctx) => {
      const read = readPassCertificate(text, ctx.now())
      return read.isGood ? null : read.problem
    },
  },
  serviceAccount: {
    problemOf: (text) => {
      const read = readServiceAccount(text)
      return 'problem' in read ? read.problem : null
    },
  },
}
