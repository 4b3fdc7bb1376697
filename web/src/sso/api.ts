// On its own: the domain has one call, which is that of the login.
import type { ForumRequest } from '@spacekeeper/contract/sso/shapes.ts'
import { api } from '#platform/api/client.ts'

/** Where the member who is logged in here goes on to be logged in at the forum. The address works once. */
export const findForumAddress = async (sso: ForumRequest): Promise<string> => {
  const answer = await api.auth.login({ email: '', password: '', sso })
  return answer?.redirect ?? '/dashboard'
}
