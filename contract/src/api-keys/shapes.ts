import { z } from 'zod'
import { FutureInstant } from '../days.ts'
import { DeviceKind, KeyOwner } from '../devices/shapes.ts'
import { fieldMessages, Text } from '../fields.ts'
import { apiScopes, Instant } from '../route.ts'

export const ApiScope = z.enum(apiScopes)

/** A key with which another system calls the portal; its secret part is known to that system alone. */
export const ApiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(ApiScope),
  /** It reaches only devices of this kind; null: of every kind. */
  kind: DeviceKind.nullable(),
  /** It reaches only these; null: no such limit. Those out of use are among them. */
  devices: z.array(z.object({ id: z.number().int(), name: z.string() })).nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  /** It works only while its owner looks after devices. Null where that is not known: then it works. */
  owner: KeyOwner.nullable(),
  expiresAt: Instant.nullable(),
  isExpired: z.boolean(),
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
})

export type ApiKey = z.infer<typeof ApiKey>

/** A key that is not revoked or expired, of another system or of a device, with the member who answers for it. */
export const HeldKey = z.object({
  kind: z.enum(['api', 'device']),
  id: z.number().int(),
  /** What the API key is for, or what the device is called. */
  name: z.string(),
  prefix: z.string(),
  device: z.object({ id: z.number().int(), kind: DeviceKind }).nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  owner: KeyOwner.nullable(),
  lastUsedAt: Instant.nullable(),
})

export type HeldKey = z.infer<typeof HeldKey>

export const NewApiKey = z.object({
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(50)),
  scopes: z.array(ApiScope).min(1, 'Choose at least one.').max(apiScopes.length),
  kind: DeviceKind.nullable().default(null),
  /** Not together with a kind. */
  deviceIds: z
    .array(z.number().int().min(1).max(2_147_483_647))
    .min(1, 'Choose at least one device.')
    .max(100, 'At most 100 devices.')
    .nullable()
    .default(null),
  expiresAt: FutureInstant.nullable().default(null),
})

export type NewApiKey = z.infer<typeof NewApiKey>
