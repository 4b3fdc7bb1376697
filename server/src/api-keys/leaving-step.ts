import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import type { LeavingStep } from '#platform/leaving-step.ts'
import { apiKeysChanged } from './api-keys.ts'

/** Revokes the API keys a former member owns, unless they still have the rights of staff that the keys stand on. */
export const apiKeysLeavingStep: LeavingStep = {
  name: 'apiKeys',
  title: 'Revoke API keys',
  position: 70,
  setting: 'LEAVING_ACCESS_DAYS',
  toGiveBack: 'API keys have to be made anew.',
  run: async ({ tx, now }, { memberId }) => {
    const owner = await tx
      .selectFrom('members')
      .select(sql<boolean>`is_admin or cardinality(permissions) > 0`.as('isStaff'))
      .where('id', '=', memberId)
      .executeTakeFirst()
    if (owner?.isStaff) return { state: 'skipped', words: 'Not done because of staff rights. Take those away first.' }
    const revoked = await tx
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('owner_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .returning(['id', 'name', 'prefix'])
      .execute()
    if (revoked.length === 0) return { state: 'done', words: 'There was no API key.' }
    return {
      state: 'done',
      words: sayCount(revoked.length, { one: '1 API key was revoked.', other: '{count} API keys were revoked.' }),
      parts: revoked.map(({ id, name, prefix }) => ({
        event: 'apiKey.revoked' as const,
        data: { apiKeyId: id, name, prefix },
        tell: [apiKeysChanged],
      })),
    }
  },
}
