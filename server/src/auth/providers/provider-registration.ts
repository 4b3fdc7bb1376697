import type { ProviderRegistration } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { registeredFacts, registeredFields } from '@spacekeeper/contract/members/forms.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { readPhone } from '#platform/sms/phone-numbers.ts'
import { refuseBothTaken } from '../accounts.ts'
import type { ClientAddress } from '../client-address.ts'
import { takeRegistration } from '../limits/registration-limits.ts'
import type { Throttle } from '../limits/throttle.ts'
import { createRegistered } from '../registration.ts'
import { startSession } from '../sessions.ts'
import { describeLoginDevice } from '../user-agents.ts'
import { endAttempt } from './attempts.ts'
import { type ProviderIdentity, matchIdentity } from './matching.ts'
import { addProviderLink, findEmailOwner, refuseLinked, useProviderLink } from './provider-links.ts'
import { refuseOff } from './provider-logins.ts'
import type { LoginProvider } from './providers.ts'

type Registering = {
  provider: LoginProvider
  identity: ProviderIdentity
  registration: ProviderRegistration
  client: ClientAddress
  throttle: Throttle
}

/** The address the provider confirmed, where the portal knows no one by it. */
const newEmailOf = async (ctx: Ctx, { provider, identity }: Registering): Promise<string> => {
  const owner = await findEmailOwner(ctx, { providerId: provider.id, email: identity.email })
  if (owner) throw new AppError('emailTaken')
  const match = matchIdentity({ identity, linkedTo: null, owner, mayRegister: provider.mayRegister })
  if (match.kind !== 'new' || identity.email === null) throw new AppError('providerNoAccount')
  return identity.email
}

/**
 * Creates the account of a person the provider knows, links it, and logs them in: the token of the session comes back.
 * The account has no password, and its address counts as confirmed because the provider has confirmed it.
 */
export const registerByProvider = async (ctx: Ctx, input: Registering): Promise<string> => {
  const { provider, identity, registration, client, throttle } = input
  const { state, ...typed } = registration
  await takeRegistration({ client, throttle, kioskId: client.kioskId ?? null })
  const email = await newEmailOf(ctx, input)
  const facts = registeredFacts(registeredFields, { ...typed, email })
  const phone = await readPhone(ctx, { text: typed.mobile, field: 'mobile' })
  return refuseLinked(() =>
    refuseBothTaken(ctx, {
      wanted: { email, screenName: facts.screenName },
      run: () =>
        change(ctx, 'account.registered', async (work) => {
          await refuseOff(work, provider.id)
          await endAttempt(work, state)
          const created = { facts: { ...facts, email, phone }, mobile: typed.mobile }
          const { memberId, ...registered } = await createRegistered(work, {
            ...created,
            passwordHash: null,
            isEmailVerified: true,
          })
          const linked = await addProviderLink(work, { memberId, provider, identity })
          await useProviderLink(work, { providerId: provider.id, identity })
          const { token, tell } = await startSession(work, { memberId, client })
          const loggedIn = {
            event: 'account.loggedInByProvider' as const,
            subject: { kind: 'member', id: memberId },
            data: { name: provider.name, address: client.address, ...describeLoginDevice(client) },
            tell: [...tell, screens.notice({ topic: 'profile', audience: { memberId } })],
          }
          return { ...registered, result: token, also: [linked, loggedIn] }
        }),
    }),
  )
}
