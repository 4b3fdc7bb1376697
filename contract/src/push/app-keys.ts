// On its own: settings are checked by it, and the server reads the keys with it.
import { z } from 'zod'

const pemOf = (text: string): string | null => {
  const [, key = ''] =
    /^\s*-----BEGIN PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END PRIVATE KEY-----\s*$/.exec(text) ?? []
  const letters = key.replaceAll(/\s/g, '')
  return letters === '' ? null : `-----BEGIN PRIVATE KEY-----\n${letters}\n-----END PRIVATE KEY-----\n`
}

const ServiceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z0-9.:-]{1,100}$/),
  client_email: z.string().regex(/^[^\s@]+@[^\s@]+$/),
  private_key_id: z.string().max(200).optional(),
  private_key: z.string().transform((text, issues) => {
    const pem = pemOf(text)
    if (pem !== null) return pem
    issues.addIssue('no key')
    return z.NEVER
  }),
})

/** By what the portal sends to the Android app: the account of a program in one project of Firebase. */
export type FirebaseAccount = z.infer<typeof ServiceAccount>

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads the JSON file that Firebase gives out for a service account; null where it is none. */
export const readFirebaseAccount = (text: string): FirebaseAccount | null =>
  ServiceAccount.safeParse(parsed(text)).data ?? null

/** Reads the .p8 file that Apple gives out, also where a field for one line took its line breaks away. */
export const readAppleKey = (text: string): string | null => pemOf(text)
