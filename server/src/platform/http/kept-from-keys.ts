import type { RouteNames } from './own-account-routes.ts'

/** `routes`: `all` keeps a whole domain from keys, also what comes to it later. */
type KeptGroup = {
  /** Said to authors of scripts, after “API keys can’t be used for this.” */
  reason: string
  routes: { readonly [D in keyof RouteNames]: RouteNames[D] | 'all' }
}

/**
 * What no key of a script does, not even that of an administrator, and why. Routes that ask people to prove who they are
 * (`stepUp`) are not for keys either, so they are named here only where the rest of their kind is.
 */
export const keptFromKeys: readonly KeptGroup[] = [
  {
    reason: 'Keys are made and ended by people.',
    routes: { apiKeys: 'all', devices: ['createKey', 'giveKey', 'listKeyOwners', 'revokeKey'] },
  },
  {
    reason: 'People let others into accounts, give rights and close accounts.',
    routes: {
      auth: ['invite', 'confirmEmail', 'createEmailLink'],
      members: ['updatePermissions'],
      profile: ['getMemberClosing', 'closeAccount'],
    },
  },
  {
    reason: 'People decide which devices and kiosks are trusted.',
    routes: {
      devices: ['add', 'setAuthorised'],
      drivers: ['set', 'test'],
      kiosks: ['remove', 'removeMemberPin', 'update'],
    },
  },
  {
    reason: 'People send money out and close the books.',
    routes: {
      bank: ['startDebits'],
      billing: ['giveBack', 'refund'],
      books: ['close', 'reopen'],
      leaving: ['payRefund'],
      stripe: ['refundToCard'],
      vending: ['refund'],
    },
  },
  {
    reason: 'People connect other systems, and log in to other sites.',
    routes: { openid: 'all', stripe: ['setUpEvents'], webhooks: 'all' },
  },
  { reason: 'People take copies of everything, and keep what opens them.', routes: { backup: 'all' } },
  { reason: 'A rehearsal is a portal of its own, played on a screen.', routes: { rehearsal: 'all' } },
  {
    reason: 'People handle how they log in and where.',
    routes: {
      auth: [
        'logout',
        'getProofs',
        'startConfirmation',
        'confirmSession',
        'startProviderProof',
        'getStrongLogin',
        'listLogins',
        'renamePasskey',
        'turnOffTotp',
        'listOwnProviders',
      ],
      kiosks: ['getOwnPin', 'setOwnPin', 'removeOwnPin'],
      profile: [
        'changePassword',
        'getEmailChange',
        'requestEmailChange',
        'resendEmailChange',
        'cancelEmailChange',
        'listSessions',
        'endSession',
        'endOtherSessions',
      ],
      push: ['addDevice', 'addAppDevice', 'removeDevice'],
    },
  },
  {
    reason: 'A digital ID shows who someone is, which a key does not prove.',
    routes: { profile: ['createIdCode'], wallet: ['create', 'remove'] },
  },
  {
    reason: 'The address of a calendar is a secret of its own.',
    routes: {
      meetings: ['getCalendar', 'makeCalendar', 'removeCalendar'],
      openings: ['getCalendar', 'makeCalendar', 'removeCalendar'],
    },
  },
  {
    reason: 'Doors and machines are used by people who stand in front of them.',
    routes: { drivers: ['open', 'start', 'end'], signup: ['registerCard'] },
  },
  {
    reason: 'Members pay, and choose how they pay.',
    routes: {
      bank: ['giveMandate', 'revokeMandate'],
      billing: ['payFromBalance', 'changeCollector'],
      leaving: ['askRefund', 'withdrawRefund', 'donate'],
      memberbucks: ['pay', 'spend'],
      stripe: [
        'getCardSecret',
        'saveCard',
        'removeCard',
        'startSetup',
        'finishCheckout',
        'addFromCard',
        'topUp',
        'confirmTopUp',
        'setAutomaticTopUp',
        'stopAutomaticTopUp',
        'tryCardAgain',
        'payByCard',
        'confirmCardPayment',
      ],
    },
  },
  {
    reason: 'Members choose their plan, and who shares it.',
    routes: {
      billing: [
        'actOnSubscription',
        'changePlan',
        'keepPlan',
        'pause',
        'endPause',
        'applyCoupon',
        'invite',
        'withdrawInvitation',
        'acceptInvitation',
        'removePerson',
        'askForConcession',
        'sendProof',
        'withdrawConcession',
      ],
      signup: ['choosePlan', 'quotePlan'],
    },
  },
  {
    reason: 'People sign, join and show what they have learned.',
    routes: {
      agreements: ['sign', 'askGuardian'],
      signup: ['checkInduction', 'completeSignup', 'skipSignup', 'answer'],
      training: ['answerQuiz', 'checkCourse', 'awardAsTrainer'],
    },
  },
  {
    reason: 'People attend meetings and vote.',
    routes: {
      meetings: ['checkIn', 'leaveMeeting'],
      proxies: ['give', 'withdraw', 'withdrawRelative', 'answer'],
      votes: ['cast', 'listInstructions', 'instruct', 'signPapers'],
    },
  },
  { reason: 'Members invite visitors, who are emailed.', routes: { visitors: ['expect'] } },
  {
    reason: 'It is about other members. Keys of staff read lists of members with members:read.',
    routes: {
      access: ['listSwipes'],
      proxies: ['listMembers'],
      training: ['findLearners'],
      visits: ['listLastSeen'],
      votes: ['listVoters'],
    },
  },
  {
    reason: 'The stream tells open pages what to ask for again. Scripts are told by webhooks.',
    routes: { live: ['events'] },
  },
]
