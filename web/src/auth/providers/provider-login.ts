// On its own: the login page and the dialog that asks who a member is load it at the press of a button.
import { api } from '#platform/api/client.ts'
import { afterLogin, readLoginSearch } from '#platform/session/safe-redirect.ts'

/** Where the member goes on after it: what the address of the login asks for, or the page under the dialog. */
export const pageAfterLogin = ({ pathname, search, origin }: Location): string => {
  if (pathname !== '/' && pathname !== '/login') return pathname + search
  return afterLogin(readLoginSearch(Object.fromEntries(new URLSearchParams(search))), origin).path
}

/** Sends the browser to a provider, to log in there. */
export const goToProvider = async (providerId: number): Promise<void> => {
  const { location } = globalThis
  const { address } = await api.auth.startProviderLogin({ providerId, next: pageAfterLogin(location) })
  location.assign(address)
}

/** The same for a member who is logged in, to prove once more who they are. */
export const goToProve = async (providerId: number): Promise<void> => {
  const { location } = globalThis
  const { address } = await api.auth.startProviderProof({ providerId, next: location.pathname + location.search })
  location.assign(address)
}
