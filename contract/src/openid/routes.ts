import { z } from 'zod'
import { Empty, Id, routes } from '../route.ts'
import { ConsentQuestion, OwnSite } from './shapes.ts'

const LoginParams = z.object({ uid: z.string().min(1).max(100) })

const Address = z.object({
  /** Where the browser goes on. */
  address: z.string(),
})

/** Logging in to other sites with the account here, for members. The protocol itself stands under the same path. */
export const openidApi = routes({
  getWaiting: {
    method: 'GET',
    path: '/api/openid/waiting/:uid/',
    access: 'signedIn',
    summary:
      'Which site a login that waits in a browser of the phone is for, and what the member has to be asked first; for the app.',
    params: LoginParams,
    output: ConsentQuestion,
    errors: ['notFound', 'notAllowed'],
  },
  approveWaiting: {
    method: 'POST',
    path: '/api/openid/waiting/:uid/approve/',
    keepsAnswers: true,
    access: 'signedIn',
    summary:
      'Confirms a login in the app. The address is opened in the phone’s browser; it works once, for a minute, and only in the browser in which the login began.',
    params: LoginParams,
    output: Address,
    errors: ['notFound', 'keptOut', 'notAllowed', 'loginAgain'],
  },
  redeemApproval: {
    method: 'POST',
    path: '/api/openid/interaction/:uid/approved/',
    keepsAnswers: true,
    access: 'anyone',
    summary: 'Goes on with a login that waits in this browser, after its member confirmed it in the app.',
    params: LoginParams,
    body: z.object({ token: z.string().min(1).max(200) }),
    output: Address,
    errors: ['notFound', 'keptOut', 'notAllowed', 'loginAgain', 'loggedInAsOther', 'notOnKiosk'],
  },
  listOwnSites: {
    method: 'GET',
    path: '/api/profile/sites/',
    access: 'signedIn',
    summary: 'The sites the caller is logged in at with the account here, or allowed to learn of them; at most 200.',
    output: z.object({ sites: z.array(OwnSite) }),
  },
  withdrawSite: {
    method: 'DELETE',
    path: '/api/profile/sites/:siteId/',
    access: 'signedIn',
    summary: 'Ends the caller’s login at a site, and what it may learn.',
    params: z.object({ siteId: Id }),
    output: Empty,
    errors: ['notFound'],
  },
})
