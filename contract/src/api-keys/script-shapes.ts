import { z } from 'zod'
import { FutureInstant } from '../days.ts'
import { KeyLapse } from '../devices/shapes.ts'
import { fieldMessages, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { scriptScopes } from './words.ts'

export const ScriptScopeName = z.enum(scriptScopes)

/** The key of a script. It does what its owner may do, within its scopes. */
export const ScriptKey = z.object({
  id: z.number().int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(ScriptScopeName),
  /** `lapse`: why it doesn't work now. */
  owner: z.object({ id: z.number().int(), name: z.string(), lapse: KeyLapse.nullable() }),
  createdAt: Instant,
  expiresAt: Instant,
  isExpired: z.boolean(),
  /** It ends within days, and its owner has been emailed or is about to be. */
  endsSoon: z.boolean(),
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
})

export type ScriptKey = z.infer<typeof ScriptKey>

export const NewScriptKey = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(50)),
  scopes: z.array(ScriptScopeName).min(1, 'Choose at least one.').max(scriptScopes.length),
  expiresAt: FutureInstant,
})

export type NewScriptKey = z.infer<typeof NewScriptKey>
