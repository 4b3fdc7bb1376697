import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { registeredFields, registrationInputs } from '../members/forms.ts'
import { readUrl } from '../read-url.ts'
import { Instant } from '../route.ts'
import { SecondFactorCode } from './shapes.ts'
import { providerOutcomes } from './words.ts'

const addressWords = 'An address such as https://id.example.org.'

const discoveryPath = '/.well-known/openid-configuration'

const isPlain = (address: string) => {
  const url = readUrl(address)
  return url !== null && url.username === '' && url.search === '' && url.hash === ''
}

/** Where a provider is found. Many write it with the path of its description, which is left off. */
const IssuerAddress = z
  .string()
  .trim()
  .max(500)
  .transform((address) => (address.endsWith(discoveryPath) ? address.slice(0, -discoveryPath.length) : address))
  .pipe(
    z
      .url({ protocol: /^https?$/, error: addressWords })
      .refine(isPlain, `${addressWords} Without a user name, a “?” or a “#”.`),
  )

const Scopes = z
  .string()
  .trim()
  .max(300)
  .regex(/^[\w.:/-]+(?: [\w.:/-]+)*$/, 'Words with a space between them, such as openid profile email.')
  .refine((scopes) => scopes.split(' ').includes('openid'), 'One of them has to be openid.')

const Secret = z.string().trim().min(1, fieldMessages.empty).max(1000)

/** What administrators set of a provider with whose accounts members log in here. */
const providerFields = {
  name: z.string().trim().min(1, fieldMessages.empty).pipe(Text(40)),
  clientId: z.string().trim().min(1, fieldMessages.empty).pipe(Text(300)),
  scopes: Scopes,
  /** Whether it may stand in a private network, where plain http will do. */
  allowsPrivate: z.boolean(),
  /** Whether people without an account here may register through it. */
  mayRegister: z.boolean(),
  isOn: z.boolean(),
}

export const NewProvider = z.object({ ...providerFields, issuer: IssuerAddress, secret: Secret })

export type NewProvider = z.infer<typeof NewProvider>

/** The secret stays where none is sent. The issuer stays: accounts of another one are other people. */
export const LoginProviderChange = z.object({ ...providerFields, secret: Secret.optional() })

export type LoginProviderChange = z.infer<typeof LoginProviderChange>

export const ProviderView = z.object({
  ...providerFields,
  id: z.number().int(),
  issuer: z.string(),
  createdAt: Instant,
  /** Members who linked their account there. */
  links: z.number().int(),
  lastUsedAt: Instant.nullable(),
})

export type ProviderView = z.infer<typeof ProviderView>

/** A button below the login. */
export const ProviderButton = z.object({ id: z.number().int(), name: z.string() })

export type ProviderButton = z.infer<typeof ProviderButton>

/** A provider as a member reads of it, with their account there if it is linked. */
export const OwnProvider = z.object({
  providerId: z.number().int(),
  name: z.string(),
  isOn: z.boolean(),
  link: z.object({ email: z.string().nullable(), linkedAt: Instant, lastUsedAt: Instant.nullable() }).nullable(),
})

export type OwnProvider = z.infer<typeof OwnProvider>

const State = z.string().min(20).max(100)

/** What the provider sent back with the browser, as it stands in the address. */
export const ProviderReturn = z.object({
  state: State,
  code: z.string().min(1).max(4000).optional(),
  iss: z.string().max(500).optional(),
  error: z.string().min(1).max(200).optional(),
})

export type ProviderReturn = z.infer<typeof ProviderReturn>

/** The second factor of a member, where the account at the provider was the first. */
export const ProviderCode = z.object({ state: State, code: SecondFactorCode })

/** What the provider says of a person who is new here, as far as the form can use it. */
export const ProviderPerson = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  screenName: z.string(),
})

export type ProviderPerson = z.infer<typeof ProviderPerson>

const askedFields = registeredFields.filter((name) => name !== 'email')

/** What a person sends who registers through a provider, which knows the address. */
export const ProviderRegistration = z.object({ ...registrationInputs(askedFields), state: State })

export type ProviderRegistration = z.infer<typeof ProviderRegistration>

/** What a test of a provider found. */
export const TestedProvider = z.object({
  claims: z.array(z.object({ claim: z.string(), value: z.string() })),
  /** What a login with this account would lead to. */
  says: z.string(),
  isWell: z.boolean(),
})

export type TestedProvider = z.infer<typeof TestedProvider>

/** What came of a way to a provider and back. */
export const ProviderOutcome = z.object({
  outcome: z.enum(providerOutcomes),
  providerName: z.string(),
  /** The page that was asked for before. */
  next: z.string().nullable(),
  /** Of `registration`. */
  person: ProviderPerson.nullable(),
  /** Of `tested`. */
  test: TestedProvider.nullable(),
})

export type ProviderOutcome = z.infer<typeof ProviderOutcome>
