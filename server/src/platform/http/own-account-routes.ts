import type { Contract } from '@spacekeeper/contract/index.ts'

/** Names of routes, by domain. */
export type RouteNames = { readonly [D in keyof Contract]?: readonly (keyof Contract[D])[] }

/**
 * What the key of a script does as its owner, without their permissions as staff: reading what members read of themselves
 * and of the space, and writing what does no harm when a key is lost. Other routes for members are kept from keys, so a new
 * one is closed until it is named here.
 */
export const ownAccountRoutes: RouteNames = {
  access: ['listOwn', 'getOwnRefusal'],
  advice: ['getOwn'],
  agreements: ['listOwn', 'downloadOwn'],
  auth: ['loggedIn'],
  bank: ['getDetails', 'getMandate'],
  billing: [
    'getSubscription',
    'getMyPlan',
    'listMyCredit',
    'listMyOffers',
    'previewChange',
    'previewPause',
    'listMyInvoices',
    'downloadMyInvoice',
  ],
  home: ['getNextSteps'],
  issues: ['report', 'reportThing', 'uploadPhoto', 'getPhoto', 'listPlaces', 'listKnown', 'follow', 'listOwn'],
  labels: [
    'listTickets',
    'createTicket',
    'getTicket',
    'extendTicket',
    'removeTicket',
    'drawTicketLabel',
    'downloadTicketLabel',
  ],
  leaving: ['getOwn'],
  meetings: [
    'listTypes',
    'listUpcoming',
    'listForMembers',
    'getForMembers',
    'setAway',
    'downloadFile',
    'getOwnAttendance',
  ],
  memberbucks: [
    'listTransactions',
    'getBalance',
    'getOverview',
    'listOwnEntries',
    'exportOwnEntries',
    'getOwnStatement',
    'exportOwnStatement',
  ],
  mobile: ['getApp'],
  openings: ['getPlan', 'getNext', 'setFollowing'],
  profile: ['get', 'update', 'downloadData', 'getClosing', 'setVisibility'],
  proxies: ['list', 'listOwn', 'getForm', 'getBlankForm'],
  push: ['getState', 'choose', 'test'],
  reminders: ['listOwn'],
  retention: ['listOwn'],
  signup: ['listTiers', 'canSignup', 'getOwn', 'getStanding'],
  statistics: ['get'],
  storage: ['show', 'listOwn', 'ask', 'unask'],
  stripe: ['getMethod', 'listReceipts', 'getTopUpForm', 'getTopUp', 'getAutomaticTopUp', 'getCardDues'],
  training: ['getOwn', 'getCourse'],
  visitors: ['listOwn', 'cancel', 'signOut'],
  visits: ['check', 'signIn', 'signOut'],
  votes: ['list', 'countWaiting', 'listOfMeeting', 'get', 'getKey', 'downloadBallots'],
  wallet: ['getState'],
  webcams: ['list', 'getPicture'],
}
