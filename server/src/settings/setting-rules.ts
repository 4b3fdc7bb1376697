import type { SettingKey } from '@spacekeeper/contract/index.ts'
import type { SettingRule } from '@spacekeeper/contract/setting.ts'
import { forgetFailures } from '#platform/chat/queue-lines.ts'
import { refusalOfAddress } from '#platform/chat/webhooks.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { problemOfHost } from '#platform/http/outgoing-address.ts'
import type { Notice } from '#platform/live/channel.ts'
import { readPassCertificate } from '#platform/wallet/pass-certificate.ts'
import { readServiceAccount } from '#platform/wallet/service-account.ts'
import { endUses } from '../interlocks/ended-uses.ts'

type ServerRule = {
  /** Returns a sentence about a value that cannot be used, or null; an empty value is not asked about. */
  problemOf?: (value: unknown, ctx: Ctx) => string | null
  /** Runs in the transaction that stores another value; who else is told comes back. */
  changed?: (work: Work, changed: { key: SettingKey; value: unknown }) => Promise<readonly Notice[]>
}

/** Private addresses are allowed: much of what a space sets here stands in its own network. */
const problemIn = (value: unknown): string | null => {
  if (!Array.isArray(value)) return problemOfHost(String(value), { allowPrivate: true })
  return value.map(problemIn).find((problem) => problem !== null) ?? null
}

const forgetFailuresOf = async (work: Work, { key }: { key: SettingKey }) => {
  await forgetFailures(work, key)
  return []
}

const recordedMember = ({ actor }: Pick<Ctx, 'actor'>) => (actor.kind === 'member' ? actor.id : null)

/** The rules that settings name in the contract. */
export const settingRules: Record<SettingRule, ServerRule> = {
  askedAddress: { problemOf: problemIn },
  chatWebhook: {
    problemOf: (address, { siteUrl }) => refusalOfAddress(String(address), siteUrl) ?? problemIn(address),
    changed: forgetFailuresOf,
  },
  passCertificate: {
    problemOf: (text, ctx) => {
      const read = readPassCertificate(String(text), ctx.now())
      return read.isGood ? null : read.problem
    },
  },
  prepaidBalance: {
    // What runs is paid for while there is a balance to pay it from.
    changed: async (work, { value }) =>
      value === true ? [] : endUses(work, { arePaid: true, endedById: recordedMember(work.ctx) }),
  },
  serviceAccount: {
    problemOf: (text) => {
      const read = readServiceAccount(String(text))
      return 'problem' in read ? read.problem : null
    },
  },
}
