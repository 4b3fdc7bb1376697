// On its own: without Zod, so that screens import it.

/**
 * What the key of a script can be let into, as people think of it. Each domain of the API belongs to one at most, except
 * that `own` is what members do for themselves, in any domain.
 */
export const keyAreas = [
  'own',
  'members',
  'access',
  'devices',
  'vending',
  'training',
  'money',
  'messages',
  'meetings',
  'space',
  'logs',
  'settings',
  'admin',
] as const

export type KeyArea = (typeof keyAreas)[number]

/** `read` is every call by GET, `write` every other. */
export type ScriptScope = `${KeyArea}:${'read' | 'write'}`

export const scriptScopes: readonly ScriptScope[] = keyAreas.flatMap((area): ScriptScope[] => [
  `${area}:read`,
  `${area}:write`,
])

/** Only administrators make keys with these. */
export const areasOfAdministrators: readonly KeyArea[] = ['settings', 'admin']

/** The key of a script ends after this at the latest. */
export const longestKeyDays = 366

/** So many days before its end the owner of a key is emailed. */
export const keyEndNoticeDays = 7
